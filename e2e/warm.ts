import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test'

// A new browser context has no compiled code or cached files, so its first page costs more than twice as much as the
// next. The journeys of a worker therefore share one page as long as each leaves it clean. A journey whose effects may
// remain closes the page, and the next one gets a new page.

const names = (listed: string): ReadonlySet<string> => new Set(listed.split(/\s+/))

const ofEmitters =
  'on once off addListener removeListener emit eventNames listeners listenerCount rawListeners getMaxListeners'

const ofRoutes = 'route unroute unrouteAll'

/** Methods that have no effects except those that `clean` removes. */
const harmless = {
  page: names(`${ofEmitters} ${ofRoutes} goto reload goBack goForward url title content context mainFrame frames
    isClosed locator getByAltText getByLabel getByPlaceholder getByRole getByTestId getByText getByTitle evaluate
    evaluateHandle
    waitForEvent waitForFunction waitForLoadState waitForRequest waitForResponse waitForTimeout waitForURL
    viewportSize setViewportSize screenshot ariaSnapshot click fill focus hover press`),
  context: names(`${ofEmitters} ${ofRoutes} addCookies clearCookies cookies browser pages waitForEvent isClosed`),
  keyboard: names('press type insertText'),
  mouse: names('move click dblclick wheel'),
  touchscreen: names('tap'),
  clock: names(''),
}

type Viewport = ReturnType<Page['viewportSize']> | undefined
type Method = (...given: unknown[]) => unknown

/** Calls `before` ahead of each public method call on an object. */
function watch(object: object, before: (name: string, given: unknown[]) => void): void {
  const watched = new Set<string>()
  for (let from = object; from !== Object.prototype; from = Object.getPrototypeOf(from))
    for (const name of Object.getOwnPropertyNames(from)) {
      const method: Method | undefined = Object.getOwnPropertyDescriptor(from, name)?.value
      if (typeof method !== 'function' || /^_|^constructor$/.test(name) || watched.has(name)) continue
      watched.add(name)
      const value: Method = (...given) => {
        before(name, given)
        return Reflect.apply(method, object, given)
      }
      Object.defineProperty(object, name, { value })
    }
}

/** Runs in the page, in a document without scripts. */
function forget(): void {
  window.name = ''
  localStorage.clear()
  sessionStorage.clear()
}

type WarmPage = {
  readonly options: string
  readonly context: BrowserContext
  readonly page: Page
  /** Removes the traces of a journey. Returns false if the page can't be reused. */
  clean: (viewport: Viewport) => Promise<boolean>
}

async function openWarm(browser: Browser, options: string, baseURL: string): Promise<WarmPage> {
  const { origin } = new URL(baseURL)
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const stains: string[] = []
  const listeners: (() => unknown)[] = []
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(`${origin}/`)) stains.push(`went to ${frame.url()}`)
  })
  const { keyboard, mouse, touchscreen, clock } = page
  for (const [kind, object] of Object.entries({ page, context, keyboard, mouse, touchscreen, clock })) {
    const known = harmless[kind as keyof typeof harmless]
    const off = Reflect.get(object, 'removeListener') as Method | undefined
    watch(object, (name, given) => {
      if (!known.has(name)) stains.push(`${kind}.${name}`)
      if (off && /^(on|once|addListener)$/.test(name)) listeners.push(() => Reflect.apply(off, object, given))
    })
  }
  const clean = async (viewport: Viewport) => {
    for (const forgetListener of listeners.splice(0)) forgetListener()
    if (stains.length > 0 || context.pages().length !== 1) return false
    for (const each of [page, context]) await each.unrouteAll({ behavior: 'ignoreErrors' })
    // Stops the screens' scripts. A page from another origin would end the process that holds their compiled code.
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate(forget)
    const storageTypes = 'cache_storage,file_systems,indexeddb,service_workers'
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
    await context.clearCookies()
    await page.mouse.move(-1, -1)
    if (viewport) await page.setViewportSize(viewport)
    await session.send('Page.resetNavigationHistory')
    return stains.length === 0
  }
  return { options, context, page, clean }
}

type Options = {
  /** True for journeys that need an unused context, such as first visits and their transfers. */
  isFirstVisit: boolean
}

/** The options of a new context, under Playwright's internal name. */
type Combined = { _combinedContextOptions: { serviceWorkers?: string; viewport?: Viewport } }

export const test = base.extend<Options & Combined, { warm: { page?: WarmPage | undefined } }>({
  isFirstVisit: [false, { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  warm: [async ({}, use) => use({}), { scope: 'worker' }],
  context: async (
    { browser, browserName, baseURL, isFirstVisit, warm, _combinedContextOptions: options },
    use,
    info,
  ) => {
    const canShare = browserName === 'chromium' && !isFirstVisit && options.serviceWorkers === 'block'
    const key = JSON.stringify(options)
    if (canShare && warm.page?.options !== key) {
      await warm.page?.context.close()
      warm.page = await openWarm(browser, key, baseURL ?? '')
    }
    const shared = canShare ? warm.page : undefined
    await use(shared?.context ?? (await browser.newContext()))
    const isClean = info.status === info.expectedStatus && (await shared?.clean(options.viewport).catch(() => false))
    if (shared && !isClean) warm.page = undefined
    // Also closes contexts that journeys opened, because their pages would keep running.
    const remaining = warm.page?.context
    for (const each of browser.contexts()) if (each !== remaining) await each.close()
  },
  page: async ({ context, warm }, use) =>
    use(context === warm.page?.context ? warm.page.page : await context.newPage()),
})
