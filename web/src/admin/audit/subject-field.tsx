import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { backOffice } from '../../api/staff-client.ts'
import { fullName } from '../dashboard/stats.ts'
import { buttonClass } from '../../ui/button.tsx'
import { filterClasses } from '../../ui/filter-select.tsx'
import { typedDirection } from '../../ui/field.tsx'

const FEW = '6'

type Props = { about: string; onPick: (id: string) => void }

export function SubjectField({ about, onPick }: Props) {
  const [picked, setPicked] = useState(false)
  if (about) return <SelectedUser about={about} takesFocus={picked} onPick={onPick} />
  return (
    <Search
      onPick={(id) => {
        setPicked(true)
        onPick(id)
      }}
    />
  )
}

/** Replaces the search field and takes over its focus. */
function SelectedUser({ about, takesFocus, onPick }: Props & { takesFocus: boolean }) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const { data } = useQuery({
    queryKey: ['getUser', about],
    queryFn: () => backOffice.getUser({ params: { id: about } }),
    select: ({ data: { user } }) => user,
  })
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <button
      ref={button}
      type="button"
      className={buttonClass('soft', 'sm')}
      aria-label={t`Clear user filter`}
      onClick={() => onPick('')}
    >
      <bdi>{data ? fullName(data, t`Unknown`) : about.slice(0, 8)}</bdi>
      <X size={16} />
    </button>
  )
}

function Search({ onPick }: Pick<Props, 'onPick'>) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const list = useId()
  const field = useId()
  const search = useDeferredValue(text.trim())
  const { data } = useQuery({
    queryKey: ['listUsers', 'whom', search],
    queryFn: () => backOffice.listUsers({ query: { search: search, limit: FEW } }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
    select: ({ data: { users } }) => users,
  })
  const found = search.length >= 2 ? (data ?? []) : []
  // A user picked from the list or typed in full is recognized once the list has loaded.
  const named = found.find(({ email, _id }) => email === search || _id === search)?._id
  useEffect(() => {
    if (named) onPick(named)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each who is named
  }, [named])
  return (
    <span className={`${filterClasses.box} w-60`}>
      <label className={filterClasses.label} htmlFor={field}>{t`User’s name or email`}</label>
      <input
        id={field}
        className={filterClasses.control}
        type="search"
        dir={typedDirection(text)}
        list={list}
        maxLength={200}
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
    </span>
  )
}
