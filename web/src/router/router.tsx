import { Component, useLayoutEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { onShown, shownNow, type Shown } from './navigation.ts'
import { PlaceContext } from './place.ts'

type Broken = ComponentType<{ framed: boolean }>
type Props = {
  /** What surrounds every page. */
  Root: ComponentType<{ children: ReactNode }>
  /** Instead of a page that broke, or whose code didn't arrive. `framed`: a frame surrounds it. */
  Broken: Broken
}

export function Router({ Root, Broken }: Props) {
  const shown = useSyncExternalStore(onShown, shownNow)
  useLayoutEffect(() => shown && scrollTo(shown), [shown])
  if (!shown) return null
  const { place, path, page: Page, frame: Frame } = shown
  const page = (
    <Boundary key={path} href={place.href} broken={<Broken framed={Frame !== undefined} />}>
      {Page ? <Page /> : <Broken framed={Frame !== undefined} />}
    </Boundary>
  )
  return (
    <PlaceContext value={place}>
      <Root>{Frame ? <Frame>{page}</Frame> : page}</Root>
    </PlaceContext>
  )
}

/** A new page begins at its top, or where its address points; one that somebody comes back to, where they left it. */
function scrollTo({ place, top }: Shown): void {
  const { hash } = new URL(place.href, location.origin)
  if (top === undefined && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  else window.scrollTo({ top: top ?? 0, left: 0 })
}

type BoundaryProps = { href: string; broken: ReactNode; children: ReactNode }

/** Another address is another try. */
class Boundary extends Component<BoundaryProps, { href: string; broken: boolean }> {
  override state = { href: this.props.href, broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  static getDerivedStateFromProps({ href }: BoundaryProps, state: { href: string }) {
    return state.href === href ? null : { href, broken: false }
  }
  override render() {
    return this.state.broken ? this.props.broken : this.props.children
  }
}
