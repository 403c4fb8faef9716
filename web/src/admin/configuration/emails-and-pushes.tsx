import type { Language } from '@kindred/contract/languages'
import {
  type EmailKind,
  emailKinds,
  type Emails,
  type EmailWords,
  everyEmail,
  withOwnSubject,
} from '@kindred/contract/operations/emails'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { previewEmail, sendTestEmail } from '../../api/emails-client.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useEmailKinds } from './email-kinds.ts'
import { PushTexts } from './push-texts.tsx'
import { hasField, type Refused, useAfterRefusal, useTextLanguage, within } from './refusals.ts'
import { asPart, TextLanguage, writtenIn } from './translations.tsx'
import type { Editing } from './use-configuration.ts'

const isEmpty = (value: object) => Object.keys(value).length === 0
const withoutEmpty = <T extends object>(all: T): T =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== '')) as T

/** The emails with other words of one kind in one language. Null without any. */
function withWords(emails: Emails, kind: EmailKind, language: Language, words: EmailWords): Emails | null {
  const kept = withoutEmpty(words)
  const inLanguages = withoutEmpty({ ...emails[kind], [language]: isEmpty(kept) ? undefined : kept })
  const next = withoutEmpty({ ...emails, [kind]: isEmpty(inLanguages) ? undefined : inLanguages })
  return isEmpty(next) ? null : next
}

/** The operator's own words around our emails, and in pushes. */
export function EmailsAndPushes({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const groups = useEmailKinds()
  const [kind, setKind] = useState<EmailKind>('verification')
  const { emails = {}, texts = {} } = draft
  const all = groups.flatMap(({ kinds }) => kinds)
  useAfterRefusal(page, (paths) => {
    const wrong = all.filter(([each]) => paths.some(within(`emails.${each}`))).map(([each]) => each)
    if (wrong[0] && !wrong.includes(kind)) setKind(wrong[0])
  })
  const isOwn = (path: string) => hasField({ id: 'emails', settings: ['emails'] }, path, draft)
  const [language, setLanguage] = useTextLanguage(page, isOwn, texts.default ?? texts.languages?.[0])
  const words = emails[kind]?.[language] ?? {}
  return (
    <>
      <section className="card grid grid-cols-1 gap-4" aria-label={t`Emails`}>
        <h2>{t`Emails`}</h2>
        <p className="text-muted">
          {t`Add your own words to each kind of email. Links, codes, decisions with their reasons, and your details at the end stay as they are.`}
        </p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label={t`Email`}
            value={kind}
            onChange={({ target }) => setKind(all.find(([each]) => each === target.value)?.[0] ?? 'verification')}
          >
            {groups.map(({ group, kinds }) => (
              <optgroup key={group} label={group}>
                {kinds.map(([each, name]) => (
                  <option key={each} value={each}>
                    {emails[each] ? `${name} •` : name}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
          <TextLanguage value={language} hint="" onChange={setLanguage} />
        </div>
        <Words
          key={`${kind} ${language}`}
          {...{ kind, language, words }}
          problem={(part) => problem(`emails.${kind}.${language}.${part}`)}
          onChange={(next) => change({ emails: withWords(emails, kind, language, next) })}
        />
      </section>
      <PushTexts {...{ draft, change, problem, language }} />
    </>
  )
}

type WordsProps = {
  kind: EmailKind
  language: Language
  words: EmailWords
  problem: (part: keyof EmailWords) => string | undefined
  onChange: (words: EmailWords) => void
}

function Words({ kind, language, words, problem, onChange }: WordsProps) {
  const { t } = useLingui()
  const { list } = useFormats()
  const values = list([...everyEmail, ...emailKinds[kind]].map((name) => asPart(`{${name}}`)))
  const field = (part: keyof EmailWords, hint: string) => ({
    hint,
    ...writtenIn(language),
    value: words[part] ?? '',
    error: problem(part),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...words, [part]: target.value }),
  })
  return (
    <>
      {!withOwnSubject.includes(kind) && (
        <TextField
          label={t`Subject`}
          maxLength={120}
          {...field('subject', t`Leave empty to use ours. Placeholders: ${values}.`)}
        />
      )}
      <TextArea
        label={t({ message: 'Opening', context: 'email' })}
        rows={3}
        maxLength={1000}
        {...field('opening', t`Follows the greeting. Placeholders: ${values}.`)}
      />
      <TextArea
        label={t({ message: 'Closing', context: 'email' })}
        rows={3}
        maxLength={1000}
        {...field('closing', t`Comes last, before your details. Placeholders: ${values}.`)}
      />
      <Trial key={JSON.stringify(words)} {...{ kind, language, words: withoutEmpty(words) }} />
    </>
  )
}

/** Shows and sends the email as it would be, saved or not. What it shows goes when the words change. */
function Trial(sample: { kind: EmailKind; language: Language; words: EmailWords }) {
  const { t } = useLingui()
  const preview = useMutation({ mutationFn: previewEmail })
  const testing = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: () => toast({ text: t`Sent to your address.` }),
  })
  const shown = preview.data?.data
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" busy={preview.isPending} onClick={() => preview.mutate(sample)}>{t`Preview`}</Button>
        <Button
          tone="quiet"
          busy={testing.isPending}
          onClick={() => testing.mutate(sample)}
        >{t`Send one to me`}</Button>
      </div>
      <ErrorNote>
        {(preview.isError && errorText(preview.error)) || (testing.isError && errorText(testing.error))}
      </ErrorNote>
      {shown && (
        <div
          role="region"
          aria-label={t`Preview`}
          className="rounded-md border border-line p-5 wrap-anywhere"
          {...writtenIn(sample.language)}
        >
          <b>{shown.subject}</b>
          <p className="mt-3 whitespace-pre-wrap">{shown.text}</p>
        </div>
      )}
    </>
  )
}
