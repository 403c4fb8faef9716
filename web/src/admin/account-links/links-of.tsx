import { useLingui } from '@lingui/react/macro'
import type { AccountLink } from '@kindred/contract/moderation/account-links'
import { Why } from './why.tsx'
import { UserLink } from '../user-link.tsx'

export function LinksOf({ id, links }: { id: string; links: readonly AccountLink[] }) {
  const { t } = useLingui()
  if (links.length === 0) return null
  return (
    <section className="card grid gap-4" aria-labelledby="linked-accounts">
      <h2 id="linked-accounts">{t`Linked accounts`}</h2>
      <ul className="grid gap-4">
        {links.map((link) => {
          const other = link.user._id === id ? link.banned : link.user
          return (
            <li key={link._id} className="grid gap-1">
              <UserLink id={other._id}>
                <bdi>{other.name}</bdi>
              </UserLink>
              <Why link={link} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
