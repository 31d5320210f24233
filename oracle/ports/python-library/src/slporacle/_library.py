# SPDX-License-Identifier: LGPL-3.0-or-later
"""The shared libraries: where they are, what their structures look like, what they are asked.

They are looked for in the folder that the environment variable SLP_LIBDIR names; if it is not set,
beside this package, where a wheel brought them; else by the system's loader, and then where
pkg-config says that `slp` is.  ctypes.CDLL releases Python's lock during a call, and a callback
takes it again."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import subprocess
import threading
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_bool,
    c_char,
    c_char_p,
    c_double,
    c_int,
    c_long,
    c_size_t,
    c_uint,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Dict, List, Optional, Tuple

from . import _bundled
from ._errors import OK, LibraryError, error_of

if _bundled.libraries() and not os.environ.get("SLP_LIBDIR"):
    _why = _bundled.unfit()
    if _why:
        raise ImportError(_why)

# The version of the libraries that this package was written for, and its own.
VERSION = "1.0.0"

PREC_CAP = 4096  # REF_PREC_CAP
PREC_MOST = 1 << 20  # more bits are lowered to this (ref.h)
PATH_PERIOD = 128  # FAST_PATH_PERIOD

# ---- Structures of oracle/contract/case/case.h, whose sizes the library tells
# ------------------------


class ErrorText(Structure):
    _fields_ = [
        ("line", c_size_t),
        ("id", c_char * 64),
        ("field", c_char * 64),
        ("text", c_char * 256),
    ]


class Numbers(Structure):
    _fields_ = [("count", c_size_t), ("at", POINTER(c_double))]


_SIZES: Dict[str, Any] = {
    "slp_error": ErrorText,
    "slp_status": c_int,
    "slp_numbers": Numbers,
}

# ---- Structures of fast.h, ref.h and judge.h, and functions of the caller -----------------------

ProgressCallback = CFUNCTYPE(c_int, c_void_p, c_uint64, c_uint64)
GradientCallback = CFUNCTYPE(None, c_void_p, c_size_t, c_void_p, c_void_p)
EnergyCallback = CFUNCTYPE(c_double, c_void_p, c_void_p)
CasimirsCallback = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
StepCallback = CFUNCTYPE(c_int, c_void_p, c_void_p, c_double, c_void_p, c_void_p)


class FastReport(Structure):
    _fields_ = [
        ("iterations", c_uint),
        ("residual", c_double),
        ("failed", c_size_t),
        ("done", c_uint64),
    ]


class FastFunctions(Structure):
    _fields_ = [
        ("gradient", GradientCallback),
        ("energy", EnergyCallback),
        ("casimir_count", c_size_t),
        ("casimirs", CasimirsCallback),
        ("user", c_void_p),
    ]


class FastPath(Structure):
    _fields_ = [
        ("h", c_double),
        ("steps", c_uint64),
        ("every", c_uint64),
        ("dW", c_void_p),
        ("seed", c_uint64),
        ("path", c_uint64),
        ("first_step", c_uint64),
        ("ell", c_double),
        ("progress", ProgressCallback),
        ("user", c_void_p),
    ]


class FastEnsemble(Structure):
    _fields_ = [
        ("paths", c_size_t),
        ("seed", c_uint64),
        ("first_path", c_uint64),
        ("h", c_double),
        ("ell", c_double),
        ("first_step", c_uint64),
        ("steps", c_size_t),
        ("threads", c_uint),
        ("kernel", c_char_p),
        ("scheme", c_void_p),
        ("progress", ProgressCallback),
        ("user", c_void_p),
    ]


class RefCertificate(Structure):
    _fields_ = [
        ("L", c_double),
        ("kappa", c_double),
        ("defect", c_double),
        ("prec", c_long),
        ("iterations", c_uint),
        ("final", c_bool),
        ("by_jacobian", c_bool),
    ]


class VerdictEntry(Structure):
    _fields_ = [
        ("kind", c_int),
        ("ratio", c_double),
        ("bound", c_double),
        ("stretch", c_double),
        ("kappa", c_double),
        ("step", c_size_t),
        ("coordinate", c_size_t),
        ("reason", c_int),
        ("expected", c_double),
        ("observed", c_double),
        ("answer", c_char_p),
        ("u", c_double),
        ("tolerance", c_double),
        ("proves", c_double),
        ("proves_absolute", c_double),
    ]


_OTHER_SIZES: Dict[str, Dict[str, Dict[str, Any]]] = {
    "slpfast": {
        "fast_size_of": {
            "fast_report": FastReport,
            "fast_functions": FastFunctions,
            "fast_path": FastPath,
            "fast_ensemble": FastEnsemble,
        }
    },
    "slpref": {
        "ref_size_of": {"ref_certificate": RefCertificate},
        "slp_judge_size_of": {"slp_verdict": VerdictEntry},
    },
}

# ---- Functions: what they return, then their arguments ------------------------------------------

_V, _S, _D, _Z, _E = c_void_p, c_char_p, c_double, c_size_t, POINTER(ErrorText)
_FUNCTIONS: Dict[str, Dict[str, List[Any]]] = {
    "slp": {
        "slp_version": [_S],
        "slp_size_of": [_Z, _S],
        "slp_noise_fault": [_S],
        "slp_status_word": [_S, c_int],
        "slp_system_find": [_V, _S],
        "slp_system_at": [_V, _Z],
        "slp_system_name": [_S, _V],
        "slp_system_about": [_S, _V],
        "slp_system_algebra": [c_int, _V],
        "slp_system_tests_states": [c_bool, _V],
        "slp_system_takes_areas": [c_bool, _V],
        "slp_scheme_find": [_V, _S],
        "slp_scheme_at": [_V, _Z],
        "slp_scheme_name": [_S, _V],
        "slp_parameter_key": [_S, _V, _Z],
        "slp_parameter_kind": [c_int, _V, _Z],
        "slp_parameter_words": [_S, _V, _Z],
        "slp_pair_makes_sense": [c_bool, _V, _V, _V],
        "slp_case_new": [c_int, POINTER(_V), _S, _S, _E],
        "slp_case_new_on": [c_int, POINTER(_V), _V, _S, _E],
        "slp_case_new_preset": [c_int, POINTER(_V), POINTER(c_uint64), _S, _E],
        "slp_preset_text": [_S, _S],
        "slp_preset_at": [_S, _V, _Z],
        "slp_case_free": [None, _V],
        "slp_case_system": [_V, _V],
        "slp_case_scheme": [_V, _V],
        "slp_case_h": [_D, _V],
        "slp_case_areas": [_Z, _V],
        "slp_case_x": [POINTER(_D), _V, POINTER(_Z)],
        "slp_case_dw": [POINTER(_D), _V, POINTER(_Z)],
        "slp_case_param": [POINTER(_D), _V, _S, POINTER(_Z)],
        "slp_case_set": [c_int, _V, _S, _V, _Z, _E],
        "slp_case_set_text": [c_int, _V, _S, _S, _E],
        "slp_case_sizes": [c_int, POINTER(_Z), POINTER(_Z), _V, _E],
        "slp_case_check": [c_int, _V, _E],
        "slp_case_print": [c_int, _V, _V],
        "slp_user_system_new": [c_int, POINTER(_V), _S, c_int, _Z, _V, _Z, _E],
        "slp_user_system_free": [None, _V],
        "slp_increments": [
            None,
            _V,
            _D,
            c_uint64,
            c_uint64,
            c_uint32,
            c_uint,
            c_uint64,
            _Z,
        ],
        "slp_truncation_bound": [_D, _D, _D],
        "slp_increments_areas": [
            None,
            _V,
            _V,
            _D,
            c_uint64,
            c_uint64,
            _Z,
            c_uint,
            c_uint64,
            _Z,
            c_uint,
            _V,
        ],
        "slp_truncate": [_D, _D, _D, _D],
        "slp_truncation_shows": [_D, _D, _D],
    },
    "slpfast": {
        "fast_size_of": [_Z, _S],
        "fast_system_new": [c_int, POINTER(_V), _V, _E],
        "fast_system_from_functions": [c_int, POINTER(_V), _V, POINTER(FastFunctions), _E],
        "fast_system_free": [None, _V],
        "fast_scheme_find": [_V, _S],
        "fast_step_work_size": [_Z, _V, _V],
        "fast_step": [c_int, _V, POINTER(FastReport), _V, _V, _V, _D, _V, _V],
        "fast_casimir_count": [_Z, _V],
        "fast_quantities": [c_int, _V, _V, _V, _V, _Z],
        "fast_path_run": [c_int, _V, POINTER(FastReport), _V, _V, _V, POINTER(FastPath)],
        "fast_kernel_name": [_S],
        "fast_ensemble_advance": [c_int, _V, POINTER(FastReport), _V, POINTER(FastEnsemble)],
        "fast_ensemble_follow": [
            c_int,
            _V,
            POINTER(FastReport),
            _V,
            POINTER(FastEnsemble),
            _V,
            c_uint,
        ],
        "fast_zeitlin_eigenvector": [None, _V, _Z, _Z, _Z],
    },
    "slpref": {
        "ref_size_of": [_Z, _S],
        "slp_judge_size_of": [_Z, _S],
        "ref_system_new": [c_int, POINTER(_V), _V, _E],
        "ref_system_free": [None, _V],
        "ref_scheme_find": [_V, _S],
        "ref_step_enclose": [
            c_int,
            _V,
            _V,
            _V,
            _V,
            POINTER(RefCertificate),
            _V,
            _V,
            _V,
            _D,
            _V,
            c_long,
        ],
        "ref_step_round": [c_int, _V, POINTER(RefCertificate), _V, _V, _V, _D, _V, c_long],
        "ref_step_decimals": [
            c_int,
            POINTER(_V),
            POINTER(RefCertificate),
            _V,
            _V,
            _V,
            _D,
            _V,
            c_long,
            c_long,
        ],
        "ref_expression_terms": [c_int, POINTER(Numbers), POINTER(_Z), _Z, _S, c_int, _Z, _E],
        "ref_thread_cleanup": [None],
        "slp_verdict_word": [_S, c_int],
        "slp_judge_answer": [c_int, POINTER(VerdictEntry), _V, _V, _Z, _V, _E],
        "slp_judge_function": [c_int, POINTER(VerdictEntry), _V, StepCallback, _V, _V, _E],
    },
}

_lock = threading.Lock()
_loaded: Dict[str, Any] = {}
_folder: Optional[str] = None  # where the libraries are; "" for the system's loader


def _pkg_config() -> Optional[str]:
    try:
        asked = subprocess.run(
            ["pkg-config", "--variable=libdir", "slp"], stdout=subprocess.PIPE, timeout=30
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return asked.stdout.decode().strip() or None if asked.returncode == 0 else None


def _open(folder: str, name: str) -> Any:
    file = f"lib{name}.so.0"
    return ctypes.CDLL(os.path.join(folder, file) if folder else file)


def _find() -> Any:
    """libslp, and _folder."""
    global _folder
    given = os.environ.get("SLP_LIBDIR")
    if given:
        try:
            _folder = os.path.abspath(given)
            return _open(_folder, "slp")
        except OSError as why:
            raise LibraryError(
                f"SLP_LIBDIR is {given}, but libslp.so.0 cannot be loaded from there ({why}); "
                "set it to the folder where `make install` put the libraries"
            ) from None
    brought = _bundled.libraries()
    if brought:
        try:
            _folder = brought
            return _open(brought, "slp")
        except OSError as why:
            raise LibraryError(
                f"the wheel's libraries cannot be loaded ({why}); install the wheel again"
            ) from None
    reasons = []
    for folder in ("", None):
        folder = _pkg_config() if folder is None else folder
        if folder is None:
            break
        try:
            _folder = folder
            return _open(folder, "slp")
        except OSError as why:
            reasons.append(str(why))
    raise LibraryError(
        f"libslp.so.0 is not found ({'; '.join(reasons)}); run `make install && ldconfig` in the "
        "sources of slp, or set SLP_LIBDIR to the folder where the libraries are"
    )


def _check(slp: Any) -> None:
    found = slp.slp_version().decode()
    if found != VERSION:
        raise LibraryError(
            f"this is the Python package slporacle {VERSION}, but libslp.so.0 is version {found}; "
            "install both from the same sources: `make install`, then `pip install "
            "oracle/ports/python-library`"
        )
    _check_sizes("slp", slp.slp_size_of, _SIZES)
    fault = slp.slp_noise_fault()
    if fault:
        raise LibraryError(fault.decode())


def _check_sizes(library: str, size_of: Any, sizes: Dict[str, Any]) -> None:
    for name, own in sizes.items():
        size = size_of(name.encode())
        if size != ctypes.sizeof(own):
            raise LibraryError(
                f"{name} has {size} bytes in lib{library}.so.0, but {ctypes.sizeof(own)} in this "
                "Python package; install both from the same sources: `make install`, then `pip "
                "install oracle/ports/python-library`"
            )


def _declare(name: str, library: Any) -> Any:
    for function, (returned, *arguments) in _FUNCTIONS[name].items():
        try:
            entry = getattr(library, function)
        except AttributeError:
            raise LibraryError(
                f"lib{name}.so.0 has no function {function}; install the libraries and this Python "
                "package from the same sources: `make install`, then `pip install "
                "oracle/ports/python-library`"
            ) from None
        entry.restype, entry.argtypes = returned, arguments
    return library


def library(name: str) -> Any:
    """libslp, libslpfast or libslpref, loaded at its first use.  LibraryError."""
    found = _loaded.get(name)
    if found is not None:
        return found
    with _lock:
        if "slp" not in _loaded:
            slp = _declare("slp", _find())
            _check(slp)
            _loaded["slp"] = slp
        if name not in _loaded:
            try:
                opened = _open(_folder or "", name)
            except OSError as why:
                raise LibraryError(
                    f"lib{name}.so.0 cannot be loaded ({why}); it was installed beside libslp.so.0 "
                    "by `make install`"
                ) from None
            declared = _declare(name, opened)
            for asks, sizes in _OTHER_SIZES[name].items():
                _check_sizes(name, getattr(declared, asks), sizes)
            _loaded[name] = declared
    return _loaded[name]


def contract() -> Any:
    return library("slp")


def fast() -> Any:
    return library("slpfast")


def ref() -> Any:
    return library("slpref")


def leave_ref() -> None:
    """Call it after the reference: FLINT keeps caches for each thread, and nobody tells when a
    thread of Python ends."""
    if threading.current_thread() is not threading.main_thread():
        ref().ref_thread_cleanup()


_libc = ctypes.CDLL(None)
_libc.free.argtypes, _libc.free.restype = [c_void_p], None


def free(address: Optional[int]) -> None:
    _libc.free(address)


def case_line(case: c_void_p) -> str:
    """The case as a line of the exchange format, with its newline."""
    text, length = c_void_p(), c_size_t()
    _libc.open_memstream.restype, _libc.fclose.argtypes = c_void_p, [c_void_p]
    file = _libc.open_memstream(byref(text), byref(length))
    if not file:
        raise MemoryError("the line of a case")
    try:
        said = contract().slp_case_print(file, case)
    finally:
        _libc.fclose(file)
    line = ctypes.string_at(text, length.value).decode()
    free(text.value)
    if said != 0:
        raise MemoryError("the line of a case")
    return line


def check(status: int, err: ErrorText) -> None:
    """Raises what *err says, unless the status is OK."""
    if status != OK:
        text = err.text.decode(errors="replace")
        word = contract().slp_status_word(status).decode()
        raise error_of(status, text or word, err.field.decode(errors="replace") or None)


def given_noise(case: c_void_p) -> Tuple[Any, int, int, int]:
    """Of a checked case: its increments, the numbers of a step among them, its areas counted; d;
    and how many areas."""
    slp, d, M, err = contract(), c_size_t(), c_size_t(), ErrorText()
    check(slp.slp_case_sizes(byref(d), byref(M), case, byref(err)), err)
    areas = slp.slp_case_areas(case)
    return slp.slp_case_dw(case, None), M.value + areas, d.value, areas
