"""The files under /static, with the caching they need."""

import os
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER: Final = Path(__file__).parent.parent / "static"


class Static(StaticFiles):
    """Browsers keep every file but ask whether it is still the same (304 by ETag).

    So after an update no page runs with half of the old files, and no address needs a version.
    """

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, or 304."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        return response
