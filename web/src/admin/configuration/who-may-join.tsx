import {
  type Admission,
  type ApplicationQuestion,
  type JoinRule,
  joinRules,
  MOST_MEMBER_CODES,
  MOST_QUESTIONS,
  rulesByDomain,
} from '@kindred/contract/identity/admission'
import type { Language } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch, Tick } from '../../ui/tick.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { domainsIn } from './email-domains.ts'
import { NumberField } from './number-field.tsx'
import { type Refused, useTextLanguage, within } from './refusals.ts'
import { SortableList } from './sortable-list.tsx'
import { asPart, TextLanguage, withTranslation, writtenIn } from './translations.tsx'
import { type Editing, useSavedConfiguration } from './use-configuration.ts'
import { WaitingList } from './waiting-list.tsx'
import { useJoinNames } from './words.ts'

const open: Admission = { join: 'open' }

function useJoinRules(): Record<JoinRule, [name: string, effect: string]> {
  const { t } = useLingui()
  const names = useJoinNames()
  return {
    open: [names.open, t`Anyone can join.`],
    invitation: [names.invitation, t`A code lets people join. The team and members can give them.`],
    domain: [names.domain, t`The address counts once it’s confirmed.`],
    either: [names.either, t`One of the two is enough.`],
    both: [names.both, t`Both are needed.`],
  }
}

const usesDomains = ({ join, application }: Admission): boolean =>
  rulesByDomain.includes(join) || application?.exceptDomains === true

/**
 * Without anything to restrict, the section goes, so that the installation is as it was. So do domains that nothing
 * uses, because they would be refused out of sight.
 */
function withoutDefaults(admission: Admission): Admission | null {
  const { join, domains = [], memberCodes = 0, application, waitingList } = admission
  const next = {
    join,
    ...(application ? { application } : {}),
    ...(domains.length > 0 && usesDomains(admission) ? { domains } : {}),
    ...(memberCodes > 0 ? { memberCodes } : {}),
    ...(waitingList ? { waitingList } : {}),
  }
  return Object.keys(next).length === 1 && join === 'open' ? null : next
}

/** Who may join, and how. */
export function WhoMayJoin({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const rules = useJoinRules()
  const { admission = open } = draft
  const byDomain = usesDomains(admission)
  const saved = useSavedConfiguration()?.admission
  /** What was turned off returns as it was. */
  const latest = useRef<Partial<Admission>>({})
  const edit = (part: Partial<Admission>) => {
    const before = { ...saved, ...latest.current }
    const { application } = admission
    latest.current = { ...before, ...(byDomain ? { domains } : {}), ...(application ? { application } : {}) }
    change({ admission: withoutDefaults({ ...admission, ...(byDomain ? {} : { domains: before.domains }), ...part }) })
  }
  const apply = (areAsked: boolean) =>
    edit({
      application: areAsked ? (latest.current.application ?? saved?.application ?? { questions: [] }) : undefined,
    })
  const { domains = [], memberCodes = 0 } = admission
  const domainList = (
    <Domains
      domains={domains}
      error={problem('admission.domains')}
      problems={domains.map((_, at) => problem(`admission.domains.${at}`))}
      onChange={(next) => edit({ domains: next })}
    />
  )
  return (
    <>
      <section className="card grid gap-4">
        <h2>{t({ message: 'Joining', context: 'topic' })}</h2>
        <p className="text-muted">
          {t`People who have joined but can’t be let in yet can fill in their profile and sign in. No one sees them, and they see no one. Members stay, whatever you change here.`}
          <br />
          <Link to={paths.invitations}>{t`The team’s invitations`}</Link>
        </p>
        <SelectField
          label={t`Open to`}
          hint={admission.application ? undefined : rules[admission.join][1]}
          value={admission.join}
          onChange={({ target }) => edit({ join: joinRules.find((rule) => rule === target.value) ?? 'open' })}
        >
          {joinRules.map((rule) => (
            <option key={rule} value={rule}>
              {rules[rule][0]}
            </option>
          ))}
        </SelectField>
        {rulesByDomain.includes(admission.join) && domainList}
        <NumberField
          label={t`Invitations per member`}
          hint={t`From 0 to ${MOST_MEMBER_CODES}. Members can invite a week after joining. They never learn what the people they invited do.`}
          min={0}
          max={MOST_MEMBER_CODES}
          value={memberCodes}
          usual={0}
          error={problem('admission.memberCodes')}
          onChange={(next) => edit({ memberCodes: next })}
        />
        <Applications {...{ draft, change, problem }} edit={edit} onTurn={apply} domainList={domainList} />
      </section>
      {admission.application && <Questions {...{ draft, change, problem, ...page }} edit={edit} />}
      <WaitingList {...{ draft, problem }} onChange={(waitingList) => edit({ waitingList })} />
    </>
  )
}

type ApplicationsProps = Editing & { edit: (part: Partial<Admission>) => void }

type TurnProps = { onTurn: (isOn: boolean) => void; domainList: ReactNode }

function Applications({ draft, edit, onTurn, domainList }: ApplicationsProps & TurnProps) {
  const { t } = useLingui()
  const { application, domains = [], join } = draft.admission ?? open
  const set = (part: Partial<NonNullable<Admission['application']>>) =>
    edit({ application: { questions: [], ...application, ...part } })
  return (
    <>
      <Switch
        label={t`People apply, and the team decides`}
        hint={t`Applicants wait in a queue. Each decision reaches them with a message, in their language. Accounts of declined applicants are erased after 30 days.`}
        checked={application !== undefined}
        onChange={({ target }) => onTurn(target.checked)}
      />
      {application && (
        <>
          <Tick
            label={t`People invited by members don’t have to apply`}
            checked={application.exceptInvited === true}
            onChange={({ target }) => set({ exceptInvited: target.checked || undefined })}
          />
          <Tick
            label={
              domains.length > 0
                ? t`People with an email address at your domains don’t have to apply`
                : t`People with an email address at certain domains don’t have to apply`
            }
            checked={application.exceptDomains === true}
            onChange={({ target }) => set({ exceptDomains: target.checked || undefined })}
          />
          {application.exceptDomains === true && !rulesByDomain.includes(join) && domainList}
          <p className="text-small text-muted">{t`For each team invitation, you choose whether people still have to apply.`}</p>
        </>
      )}
    </>
  )
}

function Questions({ draft, problem, edit, ...page }: ApplicationsProps & Refused) {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage(page, within('admission.application'))
  const { application } = draft.admission ?? open
  if (!application) return null
  const set = (questions: ApplicationQuestion[]) => edit({ application: { ...application, questions } })
  return (
    <SortableList
      title={t`Questions to applicants`}
      lead={t`Up to ${MOST_QUESTIONS}. Only the team reads the answers.`}
      before={<TextLanguage value={language} onChange={setLanguage} />}
      items={application.questions}
      nameOf={({ text }) => text || t`New question`}
      fresh={{ text: '' }}
      add={t`Add a question`}
      max={MOST_QUESTIONS}
      onAdd={() => setLanguage('en')}
      onChange={set}
    >
      {(item, at, editOne) => (
        <Question
          {...{ item, language }}
          path={`admission.application.questions.${at}`}
          edit={editOne}
          problem={problem}
        />
      )}
    </SortableList>
  )
}

type QuestionProps = {
  item: ApplicationQuestion
  language: Language
  path: string
  edit: (change: Partial<ApplicationQuestion>) => void
  problem: Editing['problem']
}

function Question({ item: { text, translations }, language, path, edit, problem }: QuestionProps) {
  const { t } = useLingui()
  const isSource = language === 'en'
  return (
    <TextField
      label={t`Question`}
      hint={!isSource && text}
      maxLength={200}
      {...writtenIn(language)}
      value={isSource ? text : (translations?.[language] ?? '')}
      error={problem(isSource ? `${path}.text` : `${path}.translations.${language}`)}
      onChange={({ target }) =>
        edit(
          isSource
            ? { text: target.value }
            : { translations: withTranslation(translations, language, target.value || undefined) },
        )
      }
    />
  )
}

type DomainsProps = {
  domains: string[]
  error: string | undefined
  problems: readonly (string | undefined)[]
  onChange: (domains: string[]) => void
}

/** Keeps the text as typed. Only its domains are saved. */
function Domains({ domains, error, problems, onChange }: DomainsProps) {
  const { t } = useLingui()
  const { list } = useFormats()
  const part = list(domains.filter((_, at) => problems[at]).map(asPart))
  const problem = problems.find(Boolean)
  const [text, setText] = useState(domains.join('\n'))
  const shown = domainsIn(text).join('\n') === domains.join('\n') ? text : domains.join('\n')
  return (
    <TextArea
      label={t`Email domains`}
      hint={t`One per line, such as example.org. For its subdomains, add *.example.org.`}
      error={error ?? (problem && t`${part}: ${problem}`)}
      rows={3}
      spellCheck={false}
      autoCapitalize="none"
      dir="ltr"
      value={shown}
      onChange={({ target }) => {
        setText(target.value)
        onChange(domainsIn(target.value))
      }}
    />
  )
}
