import { languageNames, translated } from '@kindred/contract/languages'
import { MOST_OWN_QUESTIONS, type OwnQuestion, type QuestionBank } from '@kindred/contract/profiles/own-questions'
import { hasSameAnswers } from '@kindred/contract/profiles/same-answers'
import { useLingui } from '@lingui/react/macro'
import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { matchesText } from '../../ui/folded.ts'
import { Badge, ErrorNote } from '../../ui/pieces.tsx'
import { SearchForm } from '../../ui/search-box.tsx'
import { Switch } from '../../ui/tick.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useTypedSearch } from '../../ui/use-typed-search.ts'
import { broughtBack, edited, formerIdOf, newId, retiredIn } from './question-drafts.ts'
import { QuestionEditor } from './question-editor.tsx'
import { QuestionFiles } from './import-export.tsx'
import { type Refused, useAfterRefusal, useTextLanguage, within } from './refusals.ts'
import { erasedOn, isLive } from './retired.ts'
import { RetiredList } from './retired-list.tsx'
import { TextLanguage } from './translations.tsx'
import { type Editing, useSavedConfiguration } from './use-configuration.ts'
import { useAdded } from './use-item-keys.ts'

const AT_FIRST = 20

const installed: QuestionBank = { own: [] }

/** Without own questions, and with ours on, the section goes, so that the installation is as it was. */
const withoutDefaults = ({ ours, ...bank }: QuestionBank): QuestionBank | null => {
  const { oursRetiredAt, own } = bank
  if (ours !== false) return own.length > 0 ? { own } : null
  return { ours, ...(oursRetiredAt ? { oursRetiredAt } : {}), own }
}

/** The compatibility questions: ours, and the operator’s own. */
export function QuestionList({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const formats = useFormats()
  const savedBank = useSavedConfiguration()?.questions
  const saved = savedBank?.own ?? []
  const bank = draft.questions ?? installed
  const set = (part: Partial<QuestionBank>) => change({ questions: withoutDefaults({ ...bank, ...part }) })
  const { own, oursRetiredAt } = bank
  return (
    <>
      <section className="card grid grid-cols-1 gap-4">
        <h2>{t`Questions`}</h2>
        <p className="text-muted">{t`Members answer these under “Questions”. The answers make up compatibility scores.`}</p>
        <Switch
          label={t`Our questions`}
          hint={
            bank.ours === false && oursRetiredAt
              ? t`Not asked, and not counted. The answers are erased on ${formats.longDay(erasedOn(oursRetiredAt))}.`
              : t`About 120, in all languages. If you turn them off, they’re no longer asked or counted. Their answers are erased 30 days later.`
          }
          checked={bank.ours !== false}
          onChange={({ target }) =>
            set(
              target.checked
                ? { ours: true }
                : { ours: false, ...(savedBank?.oursRetiredAt ? { oursRetiredAt: savedBank.oursRetiredAt } : {}) },
            )
          }
        />
      </section>
      <OwnQuestions {...{ own, saved, problem }} {...page} onChange={(next) => set({ own: next })} />
      <QuestionFiles own={own} saved={saved} onImport={(next) => set({ own: next })} />
      <RetiredList
        title={t`Retired questions`}
        lead={t`No longer asked, and not counted. Bring one back before its answers are erased, and they return with it.`}
        items={own
          .filter((question) => !isLive(question))
          .map(({ id, text, answers, retiredAt }) => ({ id, name: text, detail: answers.join(' / '), retiredAt }))}
        onBringBack={(id) => set({ own: broughtBack(own, id) })}
      />
    </>
  )
}

type OwnProps = Refused & {
  own: OwnQuestion[]
  saved: readonly OwnQuestion[]
  problem: Editing['problem']
  onChange: (own: OwnQuestion[]) => void
}

function OwnQuestions({ own, saved, problem, onChange, ...page }: OwnProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const typed = useTypedSearch(search, setSearch)
  const [language, setLanguage] = useTextLanguage(page, within('questions.own'))
  const [shown, setShown] = useState(AT_FIRST)
  const [open, setOpen] = useState<string>()
  const { list, added } = useAdded<HTMLUListElement>()
  /** The saved questions whose place others took, by the new ID. */
  const [formers, setFormers] = useState<ReadonlyMap<string, string>>(new Map())
  const live = own.filter(isLive)
  const pathOf = (question: OwnQuestion) => `questions.own.${own.indexOf(question)}`
  const isRefused = (question: OwnQuestion) => page.refused.some(within(pathOf(question)))
  const [first, setFirst] = useRefusedFirst(page, () => live.filter(isRefused).map(({ id }) => id))
  const found = [
    ...first.flatMap((id) => live.filter((question) => question.id === id)),
    ...live.filter(({ id }) => !first.includes(id)),
  ].filter(
    ({ id, text, answers, translations = {} }) =>
      id === open ||
      matchesText([text, ...answers, ...Object.values(translations).map((each) => each?.text ?? '')], search),
  )
  const add = () => {
    const id = newId(own, saved, '')
    onChange([...own, { id, text: '', answers: ['', ''] }])
    setLanguage('en')
    setSearch('')
    setShown(live.length + 1)
    setOpen(id)
    added()
  }
  const edit = (before: OwnQuestion, part: Partial<OwnQuestion>) => {
    const formerId = formerIdOf(saved, formers, before.id)
    const next = edited(own, saved, formerId, before, { ...before, ...part })
    setFormers(new Map([...formers, [next.id, formerId]]))
    setFirst(first.map((id) => (id === before.id ? next.id : id)))
    setOpen(next.id)
    onChange(next.own)
  }
  return (
    <section className="card grid grid-cols-1 gap-4" aria-label={t`Your questions`}>
      <h2>{t`Your questions`}</h2>
      <p className="text-muted">{t`Asked before ours, in this order. Up to ${MOST_OWN_QUESTIONS}.`}</p>
      <ErrorNote>{problem('questions.own')}</ErrorNote>
      {live.length > 0 && (
        <>
          <TextLanguage value={language} onChange={setLanguage} />
          <SearchForm id="own-questions" label={t`Search your questions`} clear={t`Clear search`} typed={typed} />
          <p className="text-small text-muted" role="status">{t`${found.length} of ${live.length} questions`}</p>
        </>
      )}
      <ul ref={list} className="grid grid-cols-1">
        {found.slice(0, shown).map((question) => {
          const formerId = formerIdOf(saved, formers, question.id)
          const former = saved.find(({ id }) => id === formerId)
          return (
            // The ID of a question that isn't saved follows its words, and must not take away the focus.
            <li
              key={question.id === open ? 'open' : question.id}
              className="grid grid-cols-1 gap-3 border-t border-line py-3"
            >
              <Row
                question={question}
                former={former}
                isOpen={question.id === open}
                isRefused={isRefused(question)}
                onOpen={() => setOpen(question.id === open ? undefined : question.id)}
                onRetire={() => onChange(retiredIn(own, saved, question.id))}
              />
              {question.id === open && (
                <QuestionEditor
                  question={question}
                  former={former}
                  language={language}
                  error={(path) => problem(`${pathOf(question)}.${path}`)}
                  edit={(part) => edit(question, part)}
                />
              )}
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-2">
        {live.length < MOST_OWN_QUESTIONS && (
          <Button tone="quiet" onClick={add}>
            <Plus size={18} />
            {t`Add a question`}
          </Button>
        )}
        {found.length > shown && <Button tone="quiet" onClick={() => setShown(shown + 50)}>{t`Show more`}</Button>}
      </div>
    </section>
  )
}

/** The IDs of refused questions, which come first. They stay there while they are corrected, until the next save. */
function useRefusedFirst(page: Refused, refusedIds: () => string[]) {
  const [{ refusal, ids }, set] = useState<{ refusal: unknown; ids: readonly string[] }>({ refusal: null, ids: [] })
  useAfterRefusal(page, () => set({ refusal: page.refusal, ids: refusedIds() }))
  const first = refusal === page.refusal ? ids : []
  return [first, (next: readonly string[]) => set({ refusal, ids: next })] as const
}

type RowProps = {
  question: OwnQuestion
  former: OwnQuestion | undefined
  isOpen: boolean
  isRefused: boolean
  onOpen: () => void
  onRetire: () => void
}

function Row({ question, former, isOpen, isRefused, onOpen, onRetire }: RowProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const name = question.text || t`New question`
  const facts = formats.series(
    question.sensitive && t`sensitive`,
    ...translated.filter((language) => question.translations?.[language]).map((language) => languageNames[language]),
  )
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        className={
          '-ms-2 flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-md border-0 bg-transparent px-2 text-start ' +
          'hover:bg-sunken'
        }
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <b className="wrap-anywhere" dir="auto">
            {name}
          </b>
          <span className="text-small text-muted wrap-anywhere" dir="auto">
            {question.answers.filter(Boolean).join(' / ')}
          </span>
          {facts && <span className="text-small text-muted">{facts}</span>}
        </span>
        {isRefused && <Badge tone="danger">{t`Needs correction`}</Badge>}
        {!isRefused && former && !hasSameAnswers(former, question) && <Badge tone="info">{t`New answers`}</Badge>}
        <ChevronDown size={18} className={`flex-none ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
      </button>
      <IconButton tone="ghost" label={t`Retire ${name}`} onClick={onRetire}>
        <Trash2 size={18} />
      </IconButton>
    </div>
  )
}
