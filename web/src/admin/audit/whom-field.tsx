import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { office } from '../../api/office-client.ts'
import { fullName } from '../dashboard/figures.ts'

const FEW = '6'

/** Somebody by part of their name or address; once found, they stand there by name. */
export function WhomField({ about, onPick }: { about: string; onPick: (id: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const list = useId()
  const asked = useDeferredValue(text.trim())
  const people = useQuery({
    queryKey: ['listUsers', 'whom', asked],
    queryFn: () => office.listUsers({ query: { search: asked, limit: FEW } }),
    enabled: asked.length >= 2 && about === '',
    placeholderData: keepPreviousData,
    select: ({ data }) => data.users,
  })
  const chosen = useQuery({
    queryKey: ['getUser', about],
    queryFn: () => office.getUser({ params: { id: about } }),
    enabled: about !== '',
    select: ({ data }) => data.user,
  })
  const found = asked.length >= 2 ? (people.data ?? []) : []
  // Chosen from the list, or typed to its end: either is known as soon as the list is.
  const named = found.find(({ email, _id }) => email === asked || _id === asked)?._id
  useEffect(() => {
    if (!named) return
    setText('')
    onPick(named)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each who is named
  }, [named])
  if (about)
    return (
      <button type="button" className="btn soft sm" aria-label={t`Whom: take away`} onClick={() => onPick('')}>
        {chosen.data ? fullName(chosen.data, t`Unknown`) : about.slice(0, 8)}
        <X size={16} aria-hidden="true" />
      </button>
    )
  return (
    <>
      <input
        className="input w-auto!"
        type="search"
        list={list}
        aria-label={t`Whom, by name or email`}
        placeholder={t`Whom`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={list}>
        {found.map((user) => (
          <option key={user._id} value={user.email ?? user._id}>
            {fullName(user, t`Unknown`)}
          </option>
        ))}
      </datalist>
    </>
  )
}
