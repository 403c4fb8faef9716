import { MOST_NUMBERS } from '@kindred/contract/discovery/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { contactCalls } from '../../api/contacts-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'

type Props = { numbers: readonly { _id: string; hint: string }[] }

/** Accounts have no phone number otherwise, so that numbers in others' lists could never match. */
export function OwnNumbers({ numbers }: Props) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [number, setNumber] = useState('')
  const [isRefused, setRefused] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    const isDone = await action.run(work)
    if (isDone) await queryClient.invalidateQueries({ queryKey: ['listBlockedContacts'] })
    return isDone
  }
  const add = async () => {
    if (await act(() => contactCalls.addOwnNumber({ body: { number } }))) {
      setNumber('')
      setRefused(false)
    }
  }
  const problem = action.problems['number']
  return (
    <section className="grid gap-3 border-t border-line pt-4" aria-labelledby="own-numbers">
      <div className="grid gap-1">
        <h3 id="own-numbers">
          <Trans>Your own numbers</Trans>
        </h3>
        <p className="text-ink-2">
          <Trans>
            If someone has added your number, you won’t find them. A number that you add later can take up to a week to
            count. No one sees your numbers.
          </Trans>
        </p>
      </div>
      <ErrorNote>{problem ? undefined : action.text}</ErrorNote>
      <ul className="grid gap-2 empty:hidden">
        {numbers.map(({ _id, hint }) => (
          <li key={_id} className="flex items-center justify-between gap-3">
            <span dir="ltr">{hint}</span>
            <Button
              tone="quiet"
              size="sm"
              aria-label={t`Remove ${hint}`}
              onClick={() => void act(() => contactCalls.removeOwnNumber({ params: { id: _id } }))}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {numbers.length < MOST_NUMBERS && (
        <form
          className="flex flex-wrap items-end gap-3"
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            setRefused(true)
            if (number.trim() !== '') void add()
          }}
        >
          <div className="min-w-0 flex-1 basis-60">
            <TextField
              label={t`Phone number`}
              type="tel"
              autoComplete="tel"
              required
              value={number}
              error={isRefused && number.trim() === '' ? t`This field is required.` : problem}
              onChange={({ target }) => setNumber(target.value)}
            />
          </div>
          <Button type="submit" tone="quiet" busy={action.busy}>
            <Trans>Add</Trans>
          </Button>
        </form>
      )}
    </section>
  )
}
