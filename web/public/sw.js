// The service worker: the app opens without a network, and the browser can be told of things while the page is closed.
// It keeps our own files and the empty page, never anything about anybody.

const SHELL = 'kindred-shell-1'
const FILES = 'kindred-files-1'
// Every host has this one; others may answer an unknown address with the same page, but under status 404.
const PAGE = '/'
const MOST_FILES = 300

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.add(new Request(PAGE, { cache: 'reload' })))
      .then(() => skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => ![SHELL, FILES].includes(name)).map((name) => caches.delete(name))),
      )
      .then(() => clients.claim()),
  )
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (/^\/(api|docs|dev|socket|media|webhooks)(\/|$)/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (/^\/(assets\/|icon|people\/)/.test(pathname)) event.respondWith(file(request))
})

/** The page as the server has it now; where it cannot be asked, as it was last. */
async function page(request) {
  const shell = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    // The page for paying has a policy of its own, which is not to be kept for the others.
    const ours = !/^\/premium\/checkout\/?$/.test(new URL(request.url).pathname)
    if (ours && answer.ok && !answer.redirected && (answer.headers.get('content-type') ?? '').includes('html'))
      await shell.put(PAGE, await withoutFirstPaint(answer.clone()))
    return answer
  } catch {
    return (await shell.match(PAGE)) ?? Response.error()
  }
}

/** What is shown before the app's code has arrived belongs to one address; offline, the page serves all of them. */
async function withoutFirstPaint(answer) {
  const html = (await answer.text()).replace(/<!--first-->.*<!--\/first-->/s, '')
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html, { headers })
}

/** Files have their hash in their name: what was fetched once is right for ever. */
async function file(request) {
  const files = await caches.open(FILES)
  const kept = await files.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    await files.put(request, answer.clone())
    const names = await files.keys()
    await Promise.all(names.slice(0, Math.max(0, names.length - MOST_FILES)).map((name) => files.delete(name)))
  }
  return answer
}

const own = (link) => (typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : '/notifications')

addEventListener('push', (event) => {
  const { title, body, link } = event.data?.json() ?? {}
  event.waitUntil(isOnScreen(own(link)).then((isSeen) => isSeen || show(title, body, link)))
})

/** Whether the reader looks at the page that a push leads to. */
const isOnScreen = (link) =>
  clients
    .matchAll({ type: 'window', includeUncontrolled: true })
    .then((pages) => pages.some(({ focused, url }) => focused && new URL(url).pathname === link))

const show = (title, body, link) =>
  registration.showNotification(title ?? '', {
    body: body ?? '',
    icon: '/icon-192.png',
    // What leads to the same place takes the place of what was said before.
    tag: own(link),
    data: { link: own(link) },
  })

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { link } = event.notification.data
  event.waitUntil(
    clients.matchAll({ type: 'window' }).then(async ([open]) => {
      if (!open) return clients.openWindow(link)
      await open.focus()
      return open.navigate(link)
    }),
  )
})
