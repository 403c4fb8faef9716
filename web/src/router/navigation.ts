import type { ComponentType, ReactNode } from 'react'
import type { Linked } from '../paths.ts'
import { hrefOf, ownHref, paramsOf, type Target } from './address.ts'

// Which page is open, and how another one opens: its guard first, then its code, and only then does it take the place
// of the one before, so that nobody waits in front of an empty page.

export type Page = ComponentType
export type Frame = ComponentType<{ children: ReactNode }>
/** Where a page leads those who may not see it. */
export type Guard = (href: string) => Target | undefined | Promise<Target | undefined>
export type Load<T> = () => Promise<{ default: T }>
export type Route = {
  path: string
  guard?: Guard | undefined
  load: Load<Page>
  frame?: Load<Frame> | undefined
  /** What surrounds the page if its code doesn't arrive: pages that have no frame bring it along. */
  brokenFrame?: Load<Frame> | undefined
}

export type Place = {
  href: string
  pathname: string
  search: Record<string, string>
  params: Record<string, string>
}
/** `top`: how far down the page was when it was left, if somebody comes back to it. */
export type Shown = { place: Place; path: string; top: number | undefined; page?: Page; frame?: Frame | undefined }

type How = 'push' | 'replace' | 'as it is'

let routes: readonly Route[] = []
/** Any other path leads to the dashboard, whose guard redirects everyone who isn't staff. */
const otherwise: Route = { path: '', guard: () => ({ to: '/dashboard' }), load: () => Promise.reject(new Error()) }
let shown: Shown | undefined
let tell: () => void = () => {}
/** A newer navigation cancels those before it. */
let newest = 0
let needsFullLoad = false
const tops = new Map<string, number>()

export const shownNow = (): Shown | undefined => shown

export function onShown(listener: () => void): () => void {
  tell = listener
  return () => (tell = () => {})
}

const here = (): string => location.pathname + location.search + location.hash
/** What the address bar says, even while that page still loads. */
export const placeNow = () => placeOf(here())
/** Each visit of a page is a different one, which `history` tells apart. */
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
  return { route: otherwise, params: {} }
}

function write(href: string, how: How): void {
  if (how === 'as it is') return
  const state = { key: `${Date.now()} ${newest}` }
  if (how === 'push') history.pushState(state, '', href)
  else history.replaceState(state, '', href)
}

/** Opens an address of ours. Resolves once it is shown, or once another one is asked for. */
export async function open(address: string, how: How = 'push'): Promise<void> {
  const mine = ++newest
  const href = ownHref(address, location.origin)
  const place = placeOf(href)
  const isElsewhere = shown !== undefined && shown.place.pathname !== place.pathname
  if (isElsewhere && needsFullLoad) return how === 'as it is' ? location.reload() : location.assign(href)
  if (visited) tops.set(visited, scrollY)
  write(href, how)
  visited = visit()
  const { route, params } = routeOf(place.pathname)
  const instead = await route.guard?.(href)
  if (mine !== newest) return
  if (instead) return open(hrefOf(instead), 'replace')
  const loaded = await loadPage(route)
  if (mine !== newest) return
  const top = how === 'as it is' ? tops.get(visited) : undefined
  shown = { place: { ...place, params }, path: route.path, top, ...loaded }
  tell()
}

/** A page whose code doesn't arrive is shown as broken, with the navigation around it where that is there already. */
async function loadPage({ load, frame, brokenFrame }: Route): Promise<Pick<Shown, 'page' | 'frame'>> {
  try {
    const [page, around] = await Promise.all([load(), frame?.()])
    return { page: page.default, frame: around?.default }
  } catch {
    const around = await (frame ?? brokenFrame)?.().catch(() => undefined)
    return { frame: around?.default }
  }
}

/** Opens a place, as a link to it would. */
export function navigate<P extends Linked>(target: Target<P> & { replace?: boolean }): Promise<void> {
  return open(hrefOf(target), target.replace ? 'replace' : 'push')
}

/** Asks the open page's guard again, after somebody signed in or out. */
export const checkAgain = (): Promise<void> => open(here(), 'as it is')

/** Until the returned function is called, the next page is a document of its own. */
export function leaveByFullLoad(): () => void {
  needsFullLoad = true
  return () => (needsFullLoad = false)
}

/** Opens what the address bar says, and follows the browser's back and forward. */
export function startNavigation(all: readonly Route[]): void {
  routes = all
  // We know better when the page that somebody comes back to is there.
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))
  addEventListener('popstate', () => void open(here(), 'as it is'))
  void open(here(), 'as it is')
}
