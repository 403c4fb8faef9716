import {
  DAYS_AHEAD,
  type DatedText,
  type DocumentName,
  documentNames,
  type Documents,
  type LegalName,
  type OwnPage,
  type WrittenText,
} from '@kindred/contract/operations/documents'
import { serverUrl } from '../../api/base.ts'
import type { Language } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { previewDocument } from '../../api/documents.ts'
import { errorText } from '../../api/error-text.ts'
import { Blocks } from '../../ui/blocks.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { lookFileAddress } from '@kindred/contract/operations/look-files'
import { TextArea, TextField } from '../../ui/field.tsx'
import { uploadLookFile } from './upload-look-file.ts'
import { ErrorNote } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/tick.tsx'
import { type Refused, useAfterRefusal, useTextLanguage, within } from './refusals.ts'
import { slugOf } from './slug.ts'
import { SortableList } from './sortable-list.tsx'
import { TextLanguage, withTranslation, writtenIn } from './translations.tsx'
import { type Editing, useSavedConfiguration } from './use-configuration.ts'
import { useAdded } from './use-item-keys.ts'
import { useLeafNames } from './words.ts'

const kinds = [...documentNames, 'pages'] as const
type Kind = (typeof kinds)[number]
const isLegal = (kind: Kind): kind is LegalName => kind === 'terms' || kind === 'privacy'

const DAY = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const today = () => dayOf(Date.now())

type Parts = {
  documents: Documents
  language: Language
  set: (change: { [Key in keyof Documents]?: Documents[Key] | undefined }) => void
  problem: Editing['problem']
}

/** The operator's own texts, which replace those of the product. */
export function OwnTexts({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const names = useLeafNames()
  const [kind, setKind] = useState<Kind>('terms')
  // The chosen text stays if it is refused, too.
  const isShown = (path: string) => path.startsWith(`documents.${kind}.`) || path === `documents.${kind}`
  useAfterRefusal(page, (paths) => {
    const own = paths.filter(within('documents'))
    if (!own.some(isShown)) setKind(kinds.find((each) => own[0]?.split('.')[1] === each) ?? kind)
  })
  const [language, setLanguage] = useTextLanguage(page, within('documents'))
  const { documents = {} } = draft
  const set: Parts['set'] = (changes) => {
    const all = Object.entries({ ...documents, ...changes })
    const kept = all.filter(([, value]) => value !== undefined && (!Array.isArray(value) || value.length > 0))
    change({ documents: kept.length > 0 ? Object.fromEntries(kept) : null })
  }
  const parts: Parts = { documents, language, set, problem: (path) => problem(`documents.${path}`) }
  return (
    <>
      <section className="card grid gap-4">
        <h2>{t`Legal texts and pages`}</h2>
        <p className="text-muted">
          {t`Your texts replace ours. Write them in Markdown: # for a heading, - for a list, **bold**, and [words](address) for a link.`}
        </p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label={t`Text`}
            value={kind}
            onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? 'terms')}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {names[each]}
              </option>
            ))}
          </SelectField>
          <TextLanguage value={language} onChange={setLanguage} />
        </div>
      </section>
      {kind === 'pages' ? (
        <Pages {...parts} />
      ) : isLegal(kind) ? (
        <LegalText key={kind} name={kind} {...parts} />
      ) : (
        <PlainText key={kind} name={kind} {...parts} />
      )}
    </>
  )
}

function inLanguage(written: WrittenText, language: Language, text: string): WrittenText {
  if (language === 'en') return { ...written, text }
  return { ...written, translations: withTranslation(written.translations, language, text || undefined) }
}

const textIn = (written: WrittenText, language: Language): string =>
  language === 'en' ? written.text : (written.translations?.[language] ?? '')

type AreaProps = {
  value: string
  language: Language
  error: string | undefined
  readOnly?: boolean
  onChange: (text: string) => void
}

function MarkdownArea({ value, language, error, readOnly = false, onChange }: AreaProps) {
  const { t } = useLingui()
  const preview = useMutation({ mutationFn: previewDocument })
  return (
    <>
      <TextArea
        label={t`Text`}
        rows={14}
        maxLength={40_000}
        {...writtenIn(language)}
        value={value}
        readOnly={readOnly}
        error={error}
        onChange={({ target }) => {
          preview.reset()
          onChange(target.value)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          tone="quiet"
          size="sm"
          busy={preview.isPending}
          disabled={value.trim() === ''}
          onClick={() => preview.mutate(value)}
        >{t`Preview`}</Button>
        {!readOnly && (
          <AddPhoto
            onAdd={(line) => {
              preview.reset()
              onChange(`${value.trimEnd()}\n\n${line}\n`.trimStart())
            }}
          />
        )}
      </div>
      <ErrorNote>{preview.isError && errorText(preview.error)}</ErrorNote>
      {preview.data && (
        <div className="rounded-md border border-line p-5" data-area="member">
          <Blocks {...writtenIn(language)} blocks={preview.data.data.blocks} urlOf={serverUrl} />
        </div>
      )}
    </>
  )
}

/** Uploads a photo, and adds the line that shows it. The words in brackets describe it for those who can’t see it. */
function AddPhoto({ onAdd }: { onAdd: (line: string) => void }) {
  const { t } = useLingui()
  const description = t`Description of the photo`
  const upload = useMutation({
    mutationFn: (file: File) => uploadLookFile('page', file),
    onSuccess: (name) => onAdd(`![${description}](${lookFileAddress(name)})`),
  })
  return (
    <>
      <FileButton
        label={t`Add a photo`}
        size="sm"
        accept=".svg,image/svg+xml,image/png,image/webp,image/avif,image/jpeg"
        busy={upload.isPending}
        onFile={(file) => upload.mutate(file)}
      />
      <ErrorNote>{upload.isError && errorText(upload.error)}</ErrorNote>
    </>
  )
}

function PlainText({ name, documents, language, set, problem }: Parts & { name: Exclude<DocumentName, LegalName> }) {
  const { t } = useLingui()
  const names = useLeafNames()
  const written = documents[name] ?? { text: '' }
  return (
    <section className="card grid gap-4">
      <h2>{names[name]}</h2>
      <p className="text-muted">{t`Leave the text empty in every language to show ours. A translation needs an English text.`}</p>
      <MarkdownArea
        key={language}
        value={textIn(written, language)}
        language={language}
        error={problem(language === 'en' ? `${name}.text` : `${name}.translations.${language}`) ?? problem(name)}
        onChange={(text) => {
          const next = inLanguage(written, language, text)
          set({ [name]: next.text === '' && !next.translations ? undefined : next })
        }}
      />
    </section>
  )
}

function LegalText({ name, documents, language, set, problem }: Parts & { name: LegalName }) {
  const { t } = useLingui()
  const names = useLeafNames()
  const texts = documents[name] ?? []
  const newest = texts.at(-1)
  const inForce = (useSavedConfiguration()?.documents?.[name] ?? []).filter(({ from }) => from < today())
  const { list, added } = useAdded<HTMLDivElement>()
  const put = (at: number, text: DatedText) => set({ [name]: texts.with(at, text) })
  const add = () => {
    // Each version comes after the one before it.
    const after = Date.parse(newest?.from ?? '') + DAY || 0
    const { isCorrection: _, ...copy } = newest ?? { text: '' }
    set({ [name]: [...texts, { ...copy, from: dayOf(Math.max(Date.now() + DAYS_AHEAD * DAY, after)) }] })
    added()
  }
  return (
    <section className="card grid gap-5">
      <h2>{names[name]}</h2>
      <p className="text-muted">
        {t`We email members ${DAYS_AHEAD} days before a new version applies. Once it applies, members have to agree before they like people or write to them. Until the first member has joined, you can change everything at once.`}
      </p>
      <ErrorNote>{problem(name)}</ErrorNote>
      <div ref={list} className="grid gap-5 empty:hidden">
        {texts.map((text, at) => (
          <Version
            key={`${texts.length} ${at}`}
            text={text}
            language={language}
            // A day that is being typed may be a past one for a moment.
            isPast={inForce.some(({ from }) => from === text.from)}
            problem={(path) => problem(`${name}.${at}.${path}`)}
            onChange={(next) => put(at, next)}
            onRemove={() => set({ [name]: texts.toSpliced(at, 1) })}
          />
        ))}
      </div>
      <Button tone="quiet" className="justify-self-start" disabled={texts.length >= 6} onClick={add}>
        <Plus size={18} />
        {newest ? t`Add a version` : t`Write your own`}
      </Button>
    </section>
  )
}

type VersionProps = {
  text: DatedText
  language: Language
  isPast: boolean
  problem: Editing['problem']
  onChange: (text: DatedText) => void
  onRemove: () => void
}

function Version({ text, language, isPast, problem, onChange, onRemove }: VersionProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-4 border-t border-line pt-5" aria-label={t`Version from ${text.from}`}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t({ message: 'Applies from', context: 'terms' })}
          type="date"
          value={text.from}
          readOnly={isPast}
          hint={isPast && t`This version applies. To change it, add a new one.`}
          error={problem('from')}
          onChange={({ target }) => onChange({ ...text, from: target.value })}
        />
        <Switch
          label={t`Typo correction`}
          hint={t`Members aren’t notified and don’t have to agree again.`}
          checked={text.isCorrection ?? false}
          disabled={isPast}
          onChange={({ target }) => {
            const { isCorrection: _, ...others } = text
            onChange(target.checked ? { ...others, isCorrection: true } : others)
          }}
        />
      </div>
      <MarkdownArea
        key={language}
        value={textIn(text, language)}
        language={language}
        readOnly={isPast}
        error={problem(language === 'en' ? 'text' : `translations.${language}`)}
        onChange={(next) => onChange({ ...text, ...inLanguage(text, language, next) })}
      />
      <Button tone="ghost" size="sm" className="justify-self-start" onClick={onRemove}>{t`Remove this version`}</Button>
    </section>
  )
}

function Pages({ documents, language, set, problem }: Parts) {
  const { t } = useLingui()
  const { pages: saved = [] } = useSavedConfiguration()?.documents ?? {}
  const pages = documents.pages ?? []
  const others = (at: number) => pages.toSpliced(at, 1).map(({ slug }) => slug)
  return (
    <SortableList
      title={t`Own pages`}
      lead={t`Linked at the foot of each page, in this order.`}
      before={null}
      items={pages}
      nameOf={({ title }) => title || t`New page`}
      fresh={{ slug: '', title: '', text: '' }}
      add={t`Add a page`}
      max={language === 'en' ? 10 : 0}
      onChange={(next) => set({ pages: next })}
    >
      {(page, at, edit) => (
        <Page
          {...{ page, language }}
          edit={(part) => edit({ ...part, ...followedAddress(page, part, [...documentNames, ...others(at)], saved) })}
          problem={(path) => problem(`pages.${at}.${path}`)}
        />
      )}
    </SortableList>
  )
}

/** The address of a new page follows its title until another one is entered. Others link to a saved page. */
function followedAddress(
  { slug, title }: OwnPage,
  { title: next }: Partial<OwnPage>,
  taken: readonly string[],
  saved: readonly OwnPage[],
): Partial<OwnPage> {
  const addressOf = (text: string) => (text.trim() === '' ? '' : slugOf(text, taken, 'page'))
  if (next === undefined || slug !== addressOf(title) || saved.some((page) => page.slug === slug)) return {}
  return { slug: addressOf(next) }
}

type PageProps = {
  page: OwnPage
  language: Language
  edit: (change: Partial<OwnPage>) => void
  problem: Editing['problem']
}

function Page({ page, language, edit, problem }: PageProps) {
  const { t } = useLingui()
  const own = language === 'en' ? page : (page.translations?.[language] ?? { title: '', text: '' })
  const path = language === 'en' ? '' : `translations.${language}.`
  const write = (change: Partial<Pick<OwnPage, 'title' | 'text'>>) => {
    if (language === 'en') return edit(change)
    const next = { title: own.title, text: own.text, ...change }
    const isEmpty = next.title === '' && next.text === ''
    return edit({ translations: withTranslation(page.translations, language, isEmpty ? undefined : next) })
  }
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label={t`Title`}
          hint={language !== 'en' && page.title}
          maxLength={60}
          {...writtenIn(language)}
          value={own.title}
          error={problem(`${path}title`)}
          onChange={({ target }) => write({ title: target.value })}
        />
        {language === 'en' && (
          <TextField
            label={t`Address`}
            hint={`/pages/${page.slug || '…'}`}
            maxLength={40}
            value={page.slug}
            error={problem('slug')}
            onChange={({ target }) => edit({ slug: target.value })}
          />
        )}
      </div>
      <MarkdownArea
        key={language}
        value={own.text}
        language={language}
        error={problem(`${path}text`)}
        onChange={(text) => write({ text })}
      />
    </>
  )
}
