// Only on a static host (scripts/hosted-web.ts), where no server writes the operator's look into the page: asks the API for
// it. What it was on the last visit is shown at once.
;(() => {
  const KEY = 'kindred.look'
  const api = document.querySelector('meta[name="api"]')?.content ?? ''
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const show = ({ style = '', hasLogo = false, icon } = {}) => {
    sheet.replaceSync(style.replaceAll('url("/', `url("${api}/`))
    document.documentElement.toggleAttribute('data-logo', hasLogo)
    if (icon)
      Object.assign(document.querySelector('link[rel="icon"]') ?? {}, {
        type: 'image/png',
        href: api + icon.replace('-512x512', '-192x192'),
      })
  }
  try {
    show(JSON.parse(localStorage.getItem(KEY)) ?? {})
  } catch {
    // A browser that keeps nothing, or something broken: the answer will tell.
  }
  fetch(`${api}/api/v1/status`, { credentials: 'omit' })
    .then((answer) => answer.json())
    .then(({ settings: { look } }) => {
      show(look)
      if (look) localStorage.setItem(KEY, JSON.stringify(look))
      else localStorage.removeItem(KEY)
    })
    .catch(() => {})
})()
