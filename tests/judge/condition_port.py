# SPDX-License-Identifier: LGPL-3.0-or-later
"""A port with a planted fault, a line at a time: the answers of `slp run`, where the states of each
step of a case with numbers other than 0 in all of KEYS are wrong by 1/64.
usage: condition_port.py SLP KEYS [WHEN] < CASES > CASES AND RESULTS
KEYS: names of keys, separated by commas
WHEN: always; judged: not where slp asks again (ids check-N); slow: it waits 0.3 s before it answers
such a question; silent: it ends at the ninth of them"""

import subprocess
import sys
import time


def numbers(text):
    return [float.fromhex(word) for word in text.split(",")]


def main():
    slp, keys, when = sys.argv[1], sys.argv[2].split(","), (sys.argv[3:] or ["always"])[0]
    asked = 0
    run = subprocess.Popen(
        [slp, "run", "--path", "fast"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    for line in sys.stdin:
        if not line.startswith("case "):
            continue
        case = dict(word.split("=", 1) for word in line.split()[1:])
        again = case["id"].startswith("check-")
        asked += again
        if when == "silent" and asked == 9:
            return
        if when == "slow" and asked > 1:
            time.sleep(0.3)
        run.stdin.write(line)
        answer = run.stdout.readline().split()
        wrong = all(key in case and any(numbers(case[key])) for key in keys)
        if wrong and not (when == "judged" and again):
            for i, word in enumerate(answer):
                if word.startswith("y="):
                    y = [value * (1 + 2**-6) for value in numbers(word[2:])]
                    answer[i] = "y=" + ",".join(value.hex() for value in y)
        print(line, end="")
        print(" ".join(answer), flush=True)


if __name__ == "__main__":
    main()
