import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Avatar } from '../../ui/avatar.tsx'
import { optionId, type Mentions } from './use-mentions.ts'

/** The colleagues that fit what follows the @. The field keeps the focus and names the current one. */
export default function MentionList({ mentions: { list, found, current, pick } }: { mentions: Mentions }) {
  const { t } = useLingui()
  const status = found.length > 0 ? t`${plural(found.length, { one: '# colleague', other: '# colleagues' })}` : ''
  return (
    <>
      <p className="sr-only" role="status">
        {status}
      </p>
      {found.length > 0 && (
        <div
          id={list}
          role="listbox"
          aria-label={t`Mention a colleague`}
          className="absolute inset-s-0 top-full z-3 mt-1 grid w-64 max-w-full gap-0.5 rounded-lg bg-raised p-1.5 shadow-lg"
        >
          {found.map((colleague) => (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
            <div
              key={colleague._id}
              id={optionId(list, colleague._id)}
              role="option"
              tabIndex={-1}
              aria-selected={colleague === current}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-sunken aria-selected:bg-sunken pointer-coarse:min-h-11"
              // The field would lose the focus, and with it the cursor.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(colleague)}
            >
              <Avatar name={colleague.name} size={24} />
              <bdi className="min-w-0 truncate">{colleague.name}</bdi>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
