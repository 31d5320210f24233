# SPDX-License-Identifier: LGPL-3.0-or-later
# Tests of ports on devices build programs from the same libraries, and run at the same time.
make_alone() { # TARGET...: `make`, one at a time
    flock "$build/device.lock" make -s BUILD="$build" "$@"
}
