/** A round loaf on a board in front of an evening window, as a home baker would send it. */
export const loaf =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="800" height="600">
<defs>
  <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f6dcc0"/>
  <stop offset="1" stop-color="#d79a7a"/></linearGradient>
  <linearGradient id="pane" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5f7f95"/>
  <stop offset="1" stop-color="#f2b48a"/></linearGradient>
  <radialGradient id="crust" cx=".42" cy=".3" r=".8"><stop offset="0" stop-color="#e9b26b"/>
  <stop offset=".55" stop-color="#b96f33"/><stop offset="1" stop-color="#6d3717"/></radialGradient>
</defs>
<rect width="800" height="600" fill="url(#wall)"/>
<g transform="translate(470 50)"><rect width="230" height="270" rx="8" fill="url(#pane)"/>
<path d="M115 0v270M0 135h230" stroke="#f8ead8" stroke-width="12"/>
<rect width="230" height="270" rx="8" fill="none" stroke="#f8ead8" stroke-width="14"/></g>
<rect y="400" width="800" height="200" fill="#7c4a35"/><path d="M0 400h800" stroke="#5d3425" stroke-width="6"/>
<ellipse cx="380" cy="500" rx="300" ry="52" fill="#3d2117" opacity=".35"/>
<rect x="110" y="452" width="540" height="44" rx="22" fill="#c69463"/><circle cx="620" cy="474" r="9" fill="#7c4a35"/>
<path d="M170 462c-14-120 80-190 210-190s224 70 210 190c-60 22-360 22-420 0z" fill="url(#crust)"/>
<path d="M262 316c26 36 40 80 40 132M352 290c16 46 24 98 22 160M448 292c2 50-4 104-16 156" fill="none"
  stroke="#f7e2bf" stroke-width="13" stroke-linecap="round" opacity=".9"/>
<g fill="#fff3dc" opacity=".6"><circle cx="236" cy="372" r="4"/><circle cx="322" cy="338" r="5"/>
<circle cx="412" cy="330" r="4"/><circle cx="506" cy="376" r="5"/><circle cx="470" cy="344" r="3"/></g>
<path d="M312 238c-20-30 18-44 0-78M382 232c-20-30 18-44 0-78M452 238c-20-30 18-44 0-78" fill="none"
  stroke="#fff6ea" stroke-width="9" stroke-linecap="round" opacity=".55"/>
</svg>`
