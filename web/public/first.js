// Runs before the first paint: the theme and the sidebar that were chosen, and who is signed in, as far as this browser knows.
;(() => {
  const { dataset } = document.documentElement
  dataset.who = 'visitor'
  try {
    const theme = localStorage.getItem('kindred.theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    const sidebar = localStorage.getItem('office.sidebar')
    if (sidebar === 'open' || sidebar === 'folded') dataset.sidebar = sidebar
    if (!localStorage.getItem('token')) return
    dataset.who = 'member'
    if (JSON.parse(localStorage.getItem('user'))?.isAdmin === true) dataset.who = 'staff'
  } catch {
    // A browser that keeps nothing, or something broken: the app will find out.
  }
})()
