import { Component, useLayoutEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { onShown, currentPage, type Shown } from './navigation.ts'
import { PlaceContext } from './place.ts'

type Broken = ComponentType<{ framed: boolean }>
type Props = {
  Root: ComponentType<{ children: ReactNode }>
  /** Replaces a page that crashed or didn't load. `framed` is true within a frame. */
  Broken: Broken
}

export function Router({ Root, Broken }: Props) {
  const shown = useSyncExternalStore(onShown, currentPage)
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

function scrollTo({ place, top }: Shown): void {
  const { hash } = new URL(place.href, location.origin)
  if (top === undefined && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  else window.scrollTo({ top: top ?? 0, left: 0 })
}

type BoundaryProps = { href: string; broken: ReactNode; children: ReactNode }

/** A new URL resets the error. */
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
