import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { members } from '../../api/member-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAction } from '../use-action.ts'
import { Panel } from './panel.tsx'
import { blocksQuery } from './queries.ts'

export function BlocksPanel() {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const query = useQuery(blocksQuery)
  const refresh = () => queryClient.invalidateQueries()
  const act = (work: () => Promise<unknown>) => action.run(work).then((done) => (done ? refresh() : undefined))
  const add = () => void act(() => members.blockAddress({ body: { email } })).then(() => setEmail(''))
  const { blocks = [], addresses = [] } = query.data?.data ?? {}
  return (
    <Panel
      id="blocks"
      title={t`Blocked`}
      lead={t`You’ll no longer see each other. We won’t tell them.`}
      needs={query}
      error={action.problems['email'] ? undefined : action.text}
    >
      {blocks.length + addresses.length === 0 && <p className="text-muted">{t`You haven’t blocked anyone.`}</p>}
      <ul className="grid gap-2">
        {blocks.map(({ _id, firstName }) => (
          <Row
            key={_id}
            name={firstName}
            onUnblock={() => void act(() => members.unblock({ params: { userId: _id } }))}
          />
        ))}
        {addresses.map(({ _id, hint }) => (
          <Row
            key={_id}
            name={hint}
            onUnblock={() => void act(() => members.unblockAddress({ params: { id: _id } }))}
          />
        ))}
      </ul>
      <form className="flex flex-wrap items-end gap-3" onSubmit={(event: FormEvent) => (event.preventDefault(), add())}>
        <div className="min-w-60 min-w-0 flex-1">
          <TextField
            label={t`Block an email address`}
            type="email"
            required
            hint={<AddressHint />}
            value={email}
            error={action.problems['email']}
            onChange={({ target }) => setEmail(target.value)}
          />
        </div>
        <Button type="submit" tone="quiet" busy={action.busy}>{t`Block`}</Button>
      </form>
    </Panel>
  )
}

function Row({ name, onUnblock }: { name: string; onUnblock: () => void }) {
  const { t } = useLingui()
  return (
    <li className="flex items-center justify-between gap-3">
      <span dir="auto">{name}</span>
      <Button tone="quiet" size="sm" aria-label={t`Unblock ${name}`} onClick={onUnblock}>{t`Unblock`}</Button>
    </li>
  )
}

const AddressHint = () => (
  <Trans>For someone you know. If they join, they won’t find you. We only keep a scrambled form of the address.</Trans>
)
