"""Types text in an interactive shell on a terminal, and prints what the shell answers.

Arguments: the text, what must appear, and the command of the shell. Lines on standard input are run first.
Exits with 1 if the text does not appear; the reader of the output decides what that means.
"""
import os
import pty
import re
import select
import signal
import sys
import time

typed, expected, *shell = sys.argv[1:]
setup = sys.stdin.read().splitlines()
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(shell[0], shell)

screen = ""


def wait_for(pattern):
    """Reads until the pattern appears after the last one; gives up after a minute."""
    global screen
    end = time.time() + 60
    while not re.search(pattern, screen):
        if time.time() > end or not select.select([terminal], [], [], end - time.time())[0]:
            return False
        try:
            screen += os.read(terminal, 65536).decode(errors="replace")
        except OSError:
            return False
    return True


def send(text):
    global screen
    screen = ""
    os.write(terminal, text.encode())


try:
    for line in setup:
        os.write(terminal, f"{line}\n".encode())
    # The sum appears only when the shell has run the lines, not when it echoes them.
    send(f"echo ready-(math 40 + 2)\n" if "fish" in shell[0] else "echo ready-$((40 + 2))\n")
    is_ready = wait_for("ready-42")
    send(typed.replace("<TAB>", "\t"))
    found = is_ready and wait_for(expected)
    print(screen)
    sys.exit(0 if found else 1)
finally:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
