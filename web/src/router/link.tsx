import type { ComponentProps, MouseEvent } from 'react'
import type { Linked } from '../paths.ts'
import { hrefOf, isOpenLink, type Target } from './address.ts'
import { open } from './navigation.ts'
import { usePlace } from './place.ts'

type Anchor = Omit<ComponentProps<'a'>, 'href'>

export function Link<P extends Linked>({ to, params, search, hash, ...rest }: Target<P> & Anchor) {
  return <HrefLink {...rest} href={hrefOf({ to, params, ...(search && { search }), ...(hash && { hash }) })} />
}

/** A link to a URL from the server. */
export function HrefLink({ href, onClick, children, ...rest }: Anchor & { href: string }) {
  const isHere = isOpenLink(href, usePlace())
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || rest.target) return
    // The browser handles new tabs, new windows and downloads.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void open(href)
  }
  return (
    <a {...(isHere && { 'aria-current': 'page' as const })} {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
