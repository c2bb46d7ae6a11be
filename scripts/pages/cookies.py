"""The cookies of a browser without scripts."""

import http.cookies


class Cookies(dict):
    """What a browser keeps for one server and sends with each request, by the names of the cookies."""

    def take(self, headers):
        """Keeps what an answer sets, and forgets what it ends."""
        for text in headers.get_all("Set-Cookie") or []:
            for name, cookie in http.cookies.SimpleCookie(text).items():
                if cookie["max-age"] == "0":
                    self.pop(name, None)
                else:
                    self[name] = cookie.coded_value

    def __str__(self):
        """As the header `Cookie` has them."""
        return "; ".join(f"{name}={value}" for name, value in self.items())
