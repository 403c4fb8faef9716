import type { ComponentType, ReactNode } from 'react'
import type { Linked } from '../paths.ts'
import { hrefOf, sameOriginHref, paramsOf, type Target } from './address.ts'

// A page opens after its guard has agreed and its code has loaded. Until then, the previous page stays, so that no one
// sees an empty page.

export type Page = ComponentType
export type Frame = ComponentType<{ children: ReactNode }>
export type Guard = (href: string) => Target | undefined | Promise<Target | undefined>
export type Load<T> = () => Promise<{ default: T }>
export type Route = {
  path: string
  guard?: Guard | undefined
  load: Load<Page>
  frame?: Load<Frame> | undefined
  /** The frame around the error page if the page's code doesn't load, for pages without a frame of their own. */
  brokenFrame?: Load<Frame> | undefined
}

export type Place = {
  href: string
  pathname: string
  search: Record<string, string>
  params: Record<string, string>
}
/** `top` is the scroll position to restore when the user returns. */
export type Shown = { place: Place; path: string; top: number | undefined; page?: Page; frame?: Frame | undefined }

type How = 'push' | 'replace' | 'as it is'

let routes: readonly Route[] = []
/** Any other path leads to the dashboard, whose guard redirects everyone who isn't staff. */
const fallback: Route = { path: '', guard: () => ({ to: '/dashboard' }), load: () => Promise.reject(new Error()) }
let shown: Shown | undefined
let notify: () => void = () => {}
/** A newer navigation cancels the previous ones. */
let newest = 0
let needsFullLoad = false
const tops = new Map<string, number>()

export const currentPage = (): Shown | undefined => shown

export function onShown(listener: () => void): () => void {
  notify = listener
  return () => (notify = () => {})
}

const here = (): string => location.pathname + location.search + location.hash
/** The place in the address bar, even while its page is still loading. */
export const currentPlace = () => placeOf(here())
/** Identifies a visit to a page, even among several visits to the same URL. */
const visit = (): string => String(history.state?.key ?? here())
let visited = ''

function placeOf(href: string): Omit<Place, 'params'> {
  const { pathname, searchParams } = new URL(href, location.origin)
  return { href, pathname, search: Object.fromEntries(searchParams) }
}

function routeOf(pathname: string): { route: Route; params: Record<string, string> } {
  for (const route of routes) {
    const params = paramsOf(route.path, pathname)
    if (params) return { route, params }
  }
  return { route: fallback, params: {} }
}

function write(href: string, how: How): void {
  if (how === 'as it is') return
  const state = { key: `${Date.now()} ${newest}` }
  if (how === 'push') history.pushState(state, '', href)
  else history.replaceState(state, '', href)
}

/** Opens a URL of the app. Resolves once it is shown or replaced by another navigation. */
export async function open(address: string, how: How = 'push'): Promise<void> {
  const mine = ++newest
  const href = sameOriginHref(address, location.origin)
  const place = placeOf(href)
  const isOtherPage = shown !== undefined && shown.place.pathname !== place.pathname
  if (isOtherPage && needsFullLoad) return how === 'as it is' ? location.reload() : location.assign(href)
  if (visited) tops.set(visited, scrollY)
  write(href, how)
  visited = visit()
  const { route, params } = routeOf(place.pathname)
  const redirect = await route.guard?.(href)
  if (mine !== newest) return
  if (redirect) return open(hrefOf(redirect), 'replace')
  const loaded = await loadPage(route)
  if (mine !== newest) return
  const top = how === 'as it is' ? tops.get(visited) : undefined
  shown = { place: { ...place, params }, path: route.path, top, ...loaded }
  notify()
}

/** Loads a page. If its code doesn't load, the error page is shown, within the frame if that has loaded. */
async function loadPage({ load, frame, brokenFrame }: Route): Promise<Pick<Shown, 'page' | 'frame'>> {
  try {
    const [page, around] = await Promise.all([load(), frame?.()])
    return { page: page.default, frame: around?.default }
  } catch {
    const around = await (frame ?? brokenFrame)?.().catch(() => undefined)
    return { frame: around?.default }
  }
}

/** Loads the code of a page before it is opened. */
export const preload = async (pathname: string): Promise<void> => void (await loadPage(routeOf(pathname).route))

export function navigate<P extends Linked>(target: Target<P> & { replace?: boolean }): Promise<void> {
  return open(hrefOf(target), target.replace ? 'replace' : 'push')
}

/** Runs the open page's guard again, after a sign-in or sign-out. */
export const rerunGuard = (): Promise<void> => open(here(), 'as it is')

/** Makes the next navigation a full page load, until the returned function is called. */
export function forceFullLoad(): () => void {
  needsFullLoad = true
  return () => (needsFullLoad = false)
}

/** Opens the page in the address bar, and follows the browser's Back and Forward buttons. */
export function startNavigation(all: readonly Route[]): void {
  routes = all
  // The browser would restore the scroll position before the page has loaded.
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))
  // A call takes its place while it holds the page (member/call/hold-page.ts).
  onpopstate = () => void open(here(), 'as it is')
  void open(here(), 'as it is')
}
