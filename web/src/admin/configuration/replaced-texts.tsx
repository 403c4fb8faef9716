import type { Language } from '@kindred/contract/languages'
import { plural } from '@lingui/core/macro'
import type { ProductText, Replacement } from '@kindred/contract/operations/texts'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { foundTexts, keyOf, replacedTexts } from '../../api/texts-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { SearchForm } from '../../ui/search-box.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useTypedSearch } from '../../ui/use-typed-search.ts'
import { withReplacement } from './replacements.ts'
import { asPart, writtenIn } from './translations.tsx'

type Words = {
  language: Language
  own: readonly Replacement[]
  set: (own: Replacement[]) => void
  problemAt: (at: number) => string | undefined
}

/** Texts of the product that contain the words of a search, each with a field for the operator's own. */
export function FoundTexts({ language, own, set, problemAt }: Words) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const typed = useTypedSearch(search, setSearch)
  const query = useInfiniteQuery(foundTexts(language, search))
  const found = search === '' ? [] : (query.data?.pages.flatMap(({ data }) => data.texts) ?? [])
  const total = query.data?.pages[0]?.data.total ?? 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-3">
        <SearchForm id="find-text" label={t`Find a text by its words`} clear={t`Clear search`} typed={typed} />
      </div>
      <ErrorNote>{query.isError && errorText(query.error)}</ErrorNote>
      {search !== '' && query.isPending && <Spinner label={t`Searching…`} />}
      {search !== '' && query.isSuccess && (
        <p role="status" className="text-small text-muted">
          {t`${plural(total, { one: '# text found', other: '# texts found' })}`}
        </p>
      )}
      <ul className="grid grid-cols-1" aria-label={t`Found texts`}>
        {found.map((text) => {
          const at = own.findIndex((each) => keyOf(each) === keyOf(text))
          return (
            <Row
              key={keyOf(text)}
              {...{ text, language }}
              value={own[at]?.replacement ?? ''}
              error={at < 0 ? undefined : problemAt(at)}
              onChange={(value) => set(withReplacement(own, text, value))}
            />
          )
        })}
      </ul>
      {search !== '' && <MoreButton query={query} className="justify-self-start">{t`Load more`}</MoreButton>}
    </div>
  )
}

/** The operator's words in a language. Those whose text is gone come first. */
export function ReplacedTexts({ language, own, set, problemAt }: Words) {
  const { t } = useLingui()
  const { data: saved } = useQuery(replacedTexts(language))
  const [isOpen, setOpen] = useState(own.length <= 20)
  const isRefused = own.some((_, at) => problemAt(at) !== undefined)
  if (isRefused && !isOpen) setOpen(true)
  if (own.length === 0) return null
  const rows = own.map((each, at) => ({ each, at, known: saved?.get(keyOf(each)) }))
  const stale = rows.filter(({ known }) => known?.ours === null)
  const current = rows.filter(({ known }) => known?.ours !== null)
  const remove = (at: number) => set(own.filter((_, each) => each !== at))
  return (
    <>
      {stale.length > 0 && (
        <div className="grid grid-cols-1 gap-2 rounded-md bg-warning-soft p-4 text-warning-soft-ink">
          <h3>{t`No longer in the product`}</h3>
          <p className="text-small">
            {t`An update changed or removed these texts, so your words aren’t shown anywhere.`}
          </p>
          <ul className="grid grid-cols-1" aria-label={t`No longer in the product`}>
            {stale.map(({ each, at }) => (
              <li key={keyOf(each)} className="flex items-center gap-3 py-2">
                <span className="grid min-w-0 flex-1 wrap-anywhere">
                  <s dir="auto">{each.text}</s>
                  <b {...writtenIn(language)}>{each.replacement}</b>
                </span>
                <RemoveButton text={each.text} onRemove={() => remove(at)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer font-medium">
          <Count count={current.length} />
        </summary>
        <ul className="grid grid-cols-1" aria-label={t`Replaced texts`}>
          {current.map(({ each, at, known }) => (
            <Row
              key={keyOf(each)}
              {...{ language }}
              text={known ?? { ...each, ours: null, onScreens: false, inMessages: false }}
              value={each.replacement}
              error={problemAt(at)}
              onChange={(replacement) => set(own.with(at, { ...each, replacement }))}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      </details>
    </>
  )
}

const Count = ({ count }: { count: number }) => {
  const { t } = useLingui()
  return t`${plural(count, { one: '# replaced text', other: '# replaced texts' })}`
}

function RemoveButton({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <Button tone="ghost" size="sm" aria-label={t`Show our text again: ${text}`} onClick={onRemove}>
      <Trash2 size={18} />
    </Button>
  )
}

type RowProps = {
  text: ProductText
  language: Language
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onRemove?: () => void
}

/**
 * The values and tags of a text, which the operator's words need as well. Inside a value's braces, others have the words
 * for each of its cases, with values inside them again.
 */
function partsOf(text: string): string[] {
  const parts = new Set<string>()
  let depth = 0
  for (const [part, name = ''] of text.matchAll(/\{(\w*)|\}|<\d+\/?>/g)) {
    if (part === '}') depth--
    else if (part.startsWith('<')) parts.add(part)
    else if (depth++ % 2 === 0) parts.add(`{${name}}`)
  }
  return [...parts]
}

/** A text of ours, with a field for the operator's words. */
export function Row({ text, language, value, error, onChange, onRemove }: RowProps) {
  const { t } = useLingui()
  const { list } = useFormats()
  const { ours, context, onScreens, inMessages } = text
  const shown = ours ?? text.text
  const parts = list(partsOf(text.text).map(asPart))
  const places = [
    onScreens && t`On screens`,
    inMessages && t`In emails and messages`,
    context && t`Meaning: ${context}`,
  ]
  return (
    <li className="border-t border-line py-3">
      <div role="group" aria-label={shown} className="grid grid-cols-1 gap-2">
        <div className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 wrap-anywhere">
            <span {...writtenIn(ours === null ? 'en' : language)}>{shown}</span>
            {shown !== text.text && (
              <span className="text-small text-muted" {...writtenIn('en')}>
                {text.text}
              </span>
            )}
            <span className="text-caption text-muted">{places.filter(Boolean).join(' · ')}</span>
          </div>
          {onRemove && <RemoveButton text={text.text} onRemove={onRemove} />}
        </div>
        <TextArea
          label={t`Your words`}
          hint={parts && t`Keep ${parts}.`}
          rows={Math.min(6, Math.ceil(shown.length / 60))}
          maxLength={4000}
          {...writtenIn(language)}
          placeholder={shown}
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </li>
  )
}
