"""The player: what is sent to the browser, the JavaScript that draws it, and its export."""
