import { useLingui } from '@lingui/react/macro'
import { paths, toChatOf } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { Segments } from '../../ui/segments.tsx'

/** Limits the list to one kind, if there are several. */
export default function Kinds({ kind, page }: { kind: string | undefined; page: string | undefined }) {
  const { t } = useLingui()
  const kinds: [kind: string | undefined, name: string][] = [
    [undefined, t`All`],
    ['dating', t`Dating`],
    ['friends', t`Friends`],
  ]
  const show = (wanted: string | undefined) =>
    page
      ? void navigate({ ...toChatOf(page, wanted), replace: true })
      : void navigate({ to: paths.matches, search: wanted ? { kind: wanted } : {}, replace: true })
  return (
    <Segments label={t`Matches shown`} className="justify-self-start">
      {kinds.map(([each, name]) => (
        <button key={name} type="button" aria-pressed={kind === each} onClick={() => show(each)}>
          {name}
        </button>
      ))}
    </Segments>
  )
}
