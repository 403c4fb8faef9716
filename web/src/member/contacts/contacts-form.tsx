import { contactsIn, type Contact, type ContactKind } from '@kindred/contract/discovery/contact-form'
import { MOST_CONTACTS } from '@kindred/contract/discovery/contacts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookUser } from 'lucide-react'
import { useMemo, useState, type FormEvent } from 'react'
import { contactCalls, contactsQuery } from '../../api/contacts-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'
import { canPickContacts, pickContacts } from './contact-picker.ts'
import { hashContacts } from './hash-contacts.ts'

const MOST_UNREAD = 5

/** Reads a pasted list, or contacts chosen from the phone, and sends their hashes. */
export function ContactsForm({ onDone }: { onDone?: () => void }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const { data } = useQuery(contactsQuery)
  const [text, setText] = useState('')
  const { contacts, unread } = useMemo(() => contactsIn(text), [text])
  const most = MOST_CONTACTS - (data?.data.contacts.length ?? 0)
  const choose = () =>
    action.run(async () => {
      const lines = await pickContacts()
      setText((before) => [...(before.trim() ? [before.trim()] : []), ...lines].join('\n'))
    })
  const block = async () => {
    const isDone = await action.run(async () => {
      // Without the key, the request fails, and its error is shown.
      const { key } = (data ?? (await queryClient.fetchQuery(contactsQuery))).data
      await contactCalls.blockContacts({ body: { contacts: await hashContacts(key, contacts) } })
    })
    if (!isDone) return
    setText(unread.join('\n'))
    toast({ text: t`Done. Your contacts are on your list.` })
    await queryClient.invalidateQueries({ queryKey: ['listBlockedContacts'] })
    if (unread.length === 0) onDone?.()
  }
  return (
    <form
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void block()
      }}
    >
      {canPickContacts() && (
        <Button tone="soft" className="justify-self-start" onClick={() => void choose()}>
          <BookUser className="icon" />
          <Trans>Choose from your contacts</Trans>
        </Button>
      )}
      <TextArea
        label={t`Email addresses, phone numbers, or names with a town`}
        hint={t`One per line. A name matches everyone with this name in this town.`}
        placeholder={`${EXAMPLES}\n${t`Ana Silva, Porto`}`}
        rows={5}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {contacts.length > 0 && <Read contacts={contacts} />}
        {unread.length > 0 && <Unread lines={unread} />}
      </div>
      <ErrorNote>
        {contacts.length > most ? t`You can add up to ${MOST_CONTACTS} contacts. Please remove some.` : action.text}
      </ErrorNote>
      {contacts.length > 0 && contacts.length <= most && (
        <Button type="submit" className="justify-self-start" busy={action.busy}>
          <Plural value={contacts.length} one="Add # contact" other="Add # contacts" />
        </Button>
      )}
    </form>
  )
}

/** Invisible marks keep the number in order where text runs from right to left. */
const EXAMPLES = 'ana@example.com\n\u2066+351 912 345 678\u2069'

function Read({ contacts }: { contacts: readonly Contact[] }) {
  const count = (kind: ContactKind) => contacts.filter((contact) => contact.kind === kind).length
  const [emails, phones, names] = [count('email'), count('phone'), count('name')]
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 font-medium">
      {emails > 0 && (
        <li>
          <Plural value={emails} one="# email address" other="# email addresses" />
        </li>
      )}
      {phones > 0 && (
        <li>
          <Plural value={phones} one="# phone number" other="# phone numbers" />
        </li>
      )}
      {names > 0 && (
        <li>
          <Plural value={names} one="# name with a town" other="# names with a town" />
        </li>
      )}
    </ul>
  )
}

const Unread = ({ lines }: { lines: readonly string[] }) => (
  <div className="min-w-0 text-small text-ink-2">
    <p>
      <Plural value={lines.length} one="We can’t read # line:" other="We can’t read # lines:" />
    </p>
    <ul className="ms-4 list-disc">
      {lines.slice(0, MOST_UNREAD).map((line, at) => (
        <li key={at} className="truncate" dir="auto">
          {line}
        </li>
      ))}
    </ul>
  </div>
)
