"""Files to take away: saved runs, and pages with tables and figures."""
