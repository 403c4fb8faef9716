import type { ListedContact } from '@kindred/contract/discovery/contacts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactCalls } from '../../api/contacts-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'
import { ContactWords } from './contact-words.tsx'
import { ContactsForm } from './contacts-form.tsx'
import { OwnNumbers } from './own-numbers.tsx'

const SHOWN = 20

type Props = { contacts: readonly ListedContact[]; numbers: readonly { _id: string; hint: string }[] }

/** The content of the panel in the settings, which loads when it opens. */
export default function Contacts({ contacts, numbers }: Props) {
  return (
    <>
      <ContactWords />
      <ContactsForm />
      {contacts.length > 0 && <Listed contacts={contacts} />}
      <OwnNumbers numbers={numbers} />
    </>
  )
}

function Listed({ contacts }: { contacts: readonly ListedContact[] }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(SHOWN)
  const [asks, setAsks] = useState(false)
  const remove = async (work: () => Promise<unknown>) => {
    if (await action.run(work))
      toast({ text: t`Removed. It can take up to a week before you can see each other again.` })
    setAsks(false)
    await queryClient.invalidateQueries({ queryKey: ['listBlockedContacts'] })
  }
  return (
    <section className="grid gap-3 border-t border-line pt-4" aria-labelledby="listed-contacts">
      <h3 id="listed-contacts">
        <Plural value={contacts.length} one="# contact on your list" other="# contacts on your list" />
      </h3>
      <ul className="grid gap-2">
        {contacts.slice(0, shown).map(({ _id, kind, hint }) => (
          <li key={_id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate" dir={kind === 'phone' ? 'ltr' : 'auto'}>
              {hint}
            </span>
            <Button
              tone="quiet"
              size="sm"
              aria-label={t`Remove ${hint}`}
              onClick={() => void remove(() => contactCalls.unblockContact({ params: { id: _id } }))}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {contacts.length > shown && (
          <Button tone="quiet" onClick={() => setShown(contacts.length)}>
            <Trans>Show all</Trans>
          </Button>
        )}
        {contacts.length > 1 && (
          <Button tone="ghost" onClick={() => setAsks(true)}>
            <Trans>Remove all</Trans>
          </Button>
        )}
      </div>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t`Remove all contacts?`}
        go={t`Remove all`}
        tone="danger-solid"
        busy={action.busy}
        onGo={() => void remove(() => contactCalls.unblockContacts())}
      >
        <p>
          <Trans>You and these people will be able to find each other again. It can take up to a week.</Trans>
        </p>
      </Dialog>
    </section>
  )
}
