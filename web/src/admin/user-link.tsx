import type { ComponentProps } from 'react'
import { toUser } from '../paths.ts'
import { Link } from '../router/link.tsx'
import { useMay } from '../session/rights.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'id' | 'target'> & { id: string; newTab?: boolean }

/** A link to a user's page. Staff without access to the page see only the name. */
export function UserLink({ id, newTab = false, className, dir, title, children }: Props) {
  const shown = { className, dir, title }
  return useMay()('users.read') ? (
    <Link {...toUser(id)} {...shown} {...(newTab && { target: '_blank' })}>
      {children}
    </Link>
  ) : (
    <span {...shown}>{children}</span>
  )
}
