"""What Streamlit does not bring, the player asks for again."""

import pytest
from app_server import CHROMIUM  # beside this file
from player_driver import PLAYER
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def lose_the_rest(page, begins):
    """Keep from the page what the script draws from the first component on that `begins` names.

    So a script is cut short that is stopped: all later runs of it arrive whole.
    """
    lost, over = [], []

    def route(socket):
        server = socket.connect_to_server()

        def pass_on(data):
            message = ForwardMsg.FromString(data) if isinstance(data, bytes) else ForwardMsg()
            element = message.delta.new_element.bidi_component
            if message.WhichOneof("type") == "script_finished" and lost:
                over.append(True)
            begun = lost or begins(element.component_name, element.bytes)
            if not over and begun and message.WhichOneof("type") == "delta":
                lost.append(element.component_name)
            else:
                socket.send(data)

        server.on_message(pass_on)

    page.route_web_socket("**/_stcore/stream", route)
    return lost


LOST = {
    "the code": lambda name, content: name == "spl_player_code",
    "labels": lambda name, content: name == "spl_player_blob" and b'"attributes"' in content,
    "a frame": lambda name, content: name == "spl_player_blob" and b'"frame"' in content,
}


@pytest.mark.parametrize("what", LOST)
def test_what_was_lost_on_the_way_is_asked_for_again(page, server, what):
    lost = lose_the_rest(page, LOST[what])
    page.goto(server)
    page.wait_for_function(f"({PLAYER})()?.panes[0]?.run.frames?.size === 6")
    assert lost[0]
    shown = f"(pane => pane.run.ready && pane.wait.hidden)(({PLAYER})().panes[0])"
    page.wait_for_function(shown)  # labels may come after the frames
    assert page.troubles == []
