"""The app's own style rules, for all pages.

`spl.ui.app.server` puts them into the head of its page, so that they hold before the first element
is drawn and while Streamlit mounts anew the copy that each rerun gives it. Every selector begins
with `:root`, without which Streamlit's own rules, which come later in the head, would win.
"""

STYLE = """<style>
:root [data-testid=stMainBlockContainer] {padding: 0.7rem 2rem 2rem}
:root [data-testid=stSidebarHeader] {height: 2.2rem; margin-bottom: 0; padding-top: 0.4rem}
:root [data-testid=stSidebarNavItems] li {margin: 0}
:root [data-testid=stSidebarNavLink] {min-height: 0; margin: 0; padding-top: 0; padding-bottom: 0}
:root [data-testid=stSidebar] :is(.st-key-_d1, .st-key-_d2, .st-key-_T) {min-height: 68px}
:root [data-testid=stSidebar] .st-key-run:has(button:enabled) {
  position: sticky; bottom: 0; z-index: 1; border-radius: 8px;
  background: light-dark(#f8f8f7, #21201d)}  /* in sight in a low window, too */
:root .st-key-live {gap: 0.25rem; flex-wrap: nowrap; height: 1.9rem}
:root .st-key-live [data-testid=stCheckbox] {white-space: nowrap}
:root .st-key-live [data-testid=stCheckbox] label {align-items: center; margin: 0}
:root .st-key-live button {min-height: 1.9rem; width: 1.9rem; padding: 0; border: 0}
:root .st-key-live button p {position: absolute; width: 1px; height: 1px; overflow: hidden}
:root [data-testid=stPlotlyChart] :is(  /* drawn for the other colour scheme, which changed */
  text[style*="rgb(74, 79, 89)"], text[style*="rgb(128, 132, 149)"]) {
  fill: light-dark(#4a4f59, #e6eaf1) !important}
:root [class*=st-key-unseen-] {display: none}
:root [data-testid=stMainBlockContainer] h1 {padding: 0.2rem 0}
:root :is(h1, h2, h3):not(:hover) > [data-testid=stHeaderActionElements] {
  visibility: hidden}  /* "Link to heading", a stop of Tab after each */
:root [data-testid=stCaptionContainer] {opacity: 0.8}
:root [data-testid=stSliderThumbValue] p, :root [data-variant=segmented_control] p {
  color: light-dark(#2f2d2b, #fafafa)}
:root [data-testid=stLayoutWrapper]:has(> .st-key-bar) {position: absolute}
:root [data-testid=stLayoutWrapper]:has(> .st-key-progress):not(
  :has([data-testid=stElementContainer]:not(.st-key-bar *))) {position: absolute}  /* no gap */
:root .st-key-bar {position: fixed; z-index: 99; right: 1rem; bottom: 1rem; padding: 0.5rem 0.8rem;
  width: min(27rem, calc(100vw - 2rem)); border-radius: 8px;
  background: light-dark(#fff, #181715); border: 1px solid light-dark(#c9c9c9, #4a4d55);
  box-shadow: 0 4px 18px rgb(0 0 0 / 25%)}
:root .st-key-bar [data-testid=stHorizontalBlock] {flex-wrap: nowrap}
:root .st-key-bar [data-testid=stColumn] {min-width: 0}
:root .st-key-bar [data-testid=stColumn]:last-child {min-width: 6.7rem}  /* the word Cancel */
:root .stApp [data-testid] .katex-display {font-size: min(1em, 4.2vw); overflow: visible}
:root .stApp [data-testid] .katex-display > .katex {white-space: normal}
@media (max-width: 768px) {
  :root [data-testid=stMainBlockContainer] {padding: 3.75rem 1rem 2rem}}
@media (forced-colors: active) {  /* else sliders, switches and bars are invisible */
  :root :is([data-testid=stSlider], [data-testid=stCheckbox], [role=progressbar]) {
    forced-color-adjust: none}
  :root :is([data-testid=stSlider] label, [data-testid=stSlider] p, [data-testid=stCheckbox] p) {
    forced-color-adjust: auto}
  :root [data-testid=stSlider] :has(> [data-testid=stSliderThumbValue]) {
    border: 2px solid ButtonText}
  :root [role=tab][aria-selected=true],  /* what is chosen */
  :root [data-variant]:is([aria-checked=true], [aria-pressed=true]),
  :root [data-variant]:is([aria-checked=true], [aria-pressed=true]) p {
    forced-color-adjust: none; background: Highlight; color: HighlightText}
  :root [data-variant] p {background: none !important}}
:root .stApp:has([data-testid=stExpandSidebarButton]) [data-testid=stMainBlockContainer] {
  padding-top: 3.75rem}

/* Alignment: on a projector the height belongs to the picture, whose place is kept until it comes,
   and which a slow rerun must not dim. */
:root [data-testid=stMainBlockContainer] > [data-testid=stVerticalBlock]:has(> * .st-key-head) {
  gap: 0.5rem}
:root .st-key-head {gap: 0.5rem 1rem; min-height: 2.5rem}
:root .st-key-head h1 {font-size: 1.5rem !important; padding: 0 !important}
:root .st-key-head button {min-height: 2.2rem}
:root .st-key-head [data-testid=stCheckbox] label {align-items: center; margin: 0}
:root .st-key-head .st-key-_embedding {min-width: 11.95rem; height: 2.2rem}
:root .st-key-head .st-key-_comparing {min-width: 11.8rem}
:root .st-key-head [data-testid=stSkeleton] {height: 2.2rem}
:root :is(.st-key-player, .st-key-player_place) {min-height: max(420px, 100vh - 272px)}
:root .stApp:not(:has(.st-key-welcome)) :is(.st-key-player, .st-key-player_place) {
  min-height: max(420px, 100vh - 118px)}
:root :is(.st-key-lesson, .st-key-notes) [data-testid=stAlertContainer] {padding: 0.4rem 0.8rem}
:root :is(.st-key-lesson, .st-key-notes) p {font-size: 0.875rem; line-height: 1.35}
:root .st-key-player {opacity: 1 !important}

@media (min-width: 1340px) {  /* progress beside the switches, for below it would cover numbers */
  :root .stApp:has(.st-key-head):not(:has(.st-key-right)) .st-key-bar:not(
    :has([data-testid=stCaptionContainer])) {
    top: 0.35rem; right: 2rem; bottom: auto; width: 20.5rem; padding: 0.1rem 0.6rem;
    box-shadow: none}
  :root .stApp:has(.st-key-head):not(:has(.st-key-right)) .st-key-bar:not(
    :has([data-testid=stCaptionContainer])) [data-testid=stProgress] p {
    font-size: 0.8rem; line-height: 1.15}
  :root .stApp:has(.st-key-head):not(:has(.st-key-right)) .st-key-bar button {min-height: 2rem}}

/* Its first screen. */
:root .st-key-welcome {gap: 0.25rem}
:root .st-key-welcome p {font-size: 0.9rem; line-height: 1.35}
:root .st-key-welcome [data-testid=stSkeleton] {height: 2rem}
:root .st-key-welcome [data-testid=stColumn]:not(:nth-child(2)) [data-testid=stSkeleton] {
  height: 92px}
:root .st-key-welcome button {min-height: 2rem; padding: 0.1rem 0.7rem}
.spl-heard {position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)}
p.spl-heard {margin: 0}
:root [data-testid=stElementContainer]:has(p.spl-heard) {position: absolute}  /* no gap */
.spl-samples {height: 92px; overflow: hidden; display: flex; flex-wrap: wrap; gap: 1px 4px}
.spl-samples b {flex: 100% 0 0; font-size: 0.8rem; line-height: 1.2}
.spl-samples figure {margin: 0; width: 38px; height: 38px; text-align: center}
.spl-samples img {width: 27px; height: 27px; background: #fff; border-radius: 4px; display: inline}
.spl-samples figcaption {font-size: 9px; line-height: 10px; overflow: hidden; white-space: nowrap}
"""
STYLE += "".join(  # addresses of pictures, which would be read aloud: see pictured_table
    f":root [class*=st-key-pictured-][class*='-c{n}-'] canvas td[aria-colindex='{n}'] "
    "{display: none}\n"
    for n in range(1, 13)
)
STYLE += "</style>"
