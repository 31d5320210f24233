# SPDX-License-Identifier: LGPL-3.0-or-later
"""Drives Chromium without a window by its debugging pipe; the standard library is enough.

    with Browser() as page:
        page.open("file:///...")
        page.wait("document.title != ''")
        page.value("document.title")
"""
import base64, json, os, shutil, subprocess, tempfile, time


class Browser:
    def __init__(self, width=1280, height=900):
        self.home = tempfile.mkdtemp(prefix="browser")
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()

        def descriptors():
            os.dup2(to_read, 23), os.dup2(from_write, 24)
            os.dup2(23, 3), os.dup2(24, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             f"--user-data-dir={self.home}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read), os.close(from_write)
        self.to, self.answers = to_write, os.fdopen(from_read, "rb", buffering=0)
        self.count, self.rest, self.session = 0, b"", None
        self.asked = []  # addresses that pages asked for
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        self.call("Network.enable")
        self.call("Page.enable")
        self.size(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.to)
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def message(self):
        while b"\0" not in self.rest:
            more = self.answers.read(1 << 16)
            if not more:
                raise RuntimeError("the browser ended")
            self.rest += more
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.message()
            if answer.get("method") == "Network.requestWillBeSent":
                self.asked.append(answer["params"]["request"]["url"])
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 500)

    def open(self, address):
        self.call("Page.navigate", url=address)

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description"))
        return result["result"].get("value")

    def wait(self, expression, seconds=120):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise RuntimeError(f"after {seconds} s not yet: {expression}")
            time.sleep(0.05)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))
