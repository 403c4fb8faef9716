import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Choice } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { Earlier } from '../earlier.tsx'
import { ListProblem } from '../list-problem.tsx'
import { AccountLinkCard } from './account-link-card.tsx'
import { useAccountLinks, useDecideLink } from './use-account-links.ts'

/** New accounts that resemble a banned one. */
export function AccountLinks() {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(true)
  const query = useAccountLinks(isOpen)
  const decide = useDecideLink()
  const links = query.data?.pages.flatMap(({ data }) => data.links) ?? []
  const { at } = useListKeys({
    rows: links,
    keyOf: ({ _id }) => _id,
    on: {
      a: (link) => decide.mutate({ link, outcome: 'same_person' }),
      x: (link) => decide.mutate({ link, outcome: 'dismissed' }),
    },
  })
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">
        <Trans>
          Nothing happens to these accounts automatically. To restrict one, open its page after you review it here.
        </Trans>
      </p>
      <Choice
        label={t`Show`}
        options={[
          { value: 'open', name: t({ message: 'Open', context: 'state' }) },
          { value: 'all', name: t`All` },
        ]}
        value={isOpen ? 'open' : 'all'}
        onChange={(value) => setIsOpen(value === 'open')}
      />
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading accounts…`} />}
      {query.isSuccess && links.length === 0 && <EmptyState title={t`No linked accounts`} />}
      {links.map((link, index) => (
        <AccountLinkCard
          key={link._id}
          link={link}
          isCurrent={index === at}
          onDecide={(outcome) => decide.mutate({ link, outcome })}
        />
      ))}
      <Earlier query={query}>
        <Trans>Earlier accounts</Trans>
      </Earlier>
    </div>
  )
}
