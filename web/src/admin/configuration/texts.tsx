import type { CannedReply, ConfiguredRule } from '@kindred/contract/operations/configuration'
import type { Language } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { TextArea, TextField } from '../../ui/field.tsx'
import { type Refused, useTextLanguage, within } from './refusals.ts'
import { SortableList } from './sortable-list.tsx'
import { TextLanguage, withTranslation, writtenIn } from './translations.tsx'
import type { Editing } from './use-configuration.ts'

type One<Item> = {
  item: Item
  at: number
  language: Language
  edit: (change: Partial<Item>) => void
  problem: Editing['problem']
}

export function Rules({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage(page, within('rules'))
  return (
    <SortableList
      title={t`Community rules`}
      lead={t`Public at /rules. Decisions cite rules by number.`}
      before={<TextLanguage value={language} onChange={setLanguage} />}
      items={draft.rules}
      nameOf={({ title }, at) => t`Rule ${at + 1}: ${title}`}
      fresh={{ title: '', text: '' }}
      add={t`Add a rule`}
      max={30}
      onAdd={() => setLanguage('en')}
      onChange={(rules) => change({ rules })}
    >
      {(item, at, edit) => <Rule item={item} at={at} language={language} edit={edit} problem={problem} />}
    </SortableList>
  )
}

function Rule({ item, at, language, edit, problem }: One<ConfiguredRule>) {
  const { t } = useLingui()
  const isSource = language === 'en'
  const { title, text } = isSource ? item : (item.translations?.[language] ?? { title: '', text: '' })
  const path = isSource ? `rules.${at}` : `rules.${at}.translations.${language}`
  const write = (change: Partial<Pick<ConfiguredRule, 'title' | 'text'>>) => {
    if (isSource) return edit(change)
    const next = { title, text, ...change }
    const isEmpty = next.title === '' && next.text === ''
    return edit({ translations: withTranslation(item.translations, language, isEmpty ? undefined : next) })
  }
  return (
    <>
      <TextField
        label={t`Title`}
        hint={!isSource && item.title}
        maxLength={80}
        {...writtenIn(language)}
        value={title}
        error={problem(`${path}.title`)}
        onChange={({ target }) => write({ title: target.value })}
      />
      <TextArea
        label={t`Text`}
        hint={!isSource && item.text}
        rows={2}
        maxLength={1000}
        {...writtenIn(language)}
        value={text}
        error={problem(`${path}.text`)}
        onChange={({ target }) => write({ text: target.value })}
      />
    </>
  )
}

export function Replies({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage(page, within('cannedReplies'))
  const [name, report, brand] = ['{name}', '{report}', '{brand}']
  return (
    <SortableList
      title={t`Canned replies`}
      lead={t`Listed in this order. ${name}, ${report} and ${brand} are filled in for you.`}
      before={<TextLanguage value={language} onChange={setLanguage} />}
      items={draft.cannedReplies}
      nameOf={({ title }) => title || t({ message: 'New reply', context: 'canned reply' })}
      fresh={{ code: '', title: '', text: '' }}
      add={t`Add a reply`}
      max={50}
      onAdd={() => setLanguage('en')}
      onChange={(cannedReplies) => change({ cannedReplies })}
    >
      {(item, at, edit) => <Reply item={item} at={at} language={language} edit={edit} problem={problem} />}
    </SortableList>
  )
}

function Reply({ item, at, language, edit, problem }: One<CannedReply>) {
  const { t } = useLingui()
  const { code, title, text, translations } = item
  if (language !== 'en')
    return (
      <TextArea
        label={t`Text`}
        hint={text}
        rows={3}
        maxLength={2000}
        {...writtenIn(language)}
        value={translations?.[language] ?? ''}
        error={problem(`cannedReplies.${at}.translations.${language}`)}
        onChange={({ target }) =>
          edit({ translations: withTranslation(translations, language, target.value || undefined) })
        }
      />
    )
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t`Title`}
          maxLength={60}
          value={title}
          error={problem(`cannedReplies.${at}.title`)}
          onChange={({ target }) => edit({ title: target.value })}
        />
        <TextField
          label={t({ message: 'Code', context: 'canned reply' })}
          maxLength={20}
          value={code}
          error={problem(`cannedReplies.${at}.code`)}
          onChange={({ target }) => edit({ code: target.value })}
        />
      </div>
      <TextArea
        label={t`Text`}
        rows={3}
        maxLength={2000}
        value={text}
        error={problem(`cannedReplies.${at}.text`)}
        onChange={({ target }) => edit({ text: target.value })}
      />
    </>
  )
}
