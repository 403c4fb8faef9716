import { useLingui } from '@lingui/react/macro'
import { Spinner } from '../../ui/pieces.tsx'
import { useMay } from '../../session/rights.ts'
import { LinksOf } from '../account-links/links-of.tsx'
import { useLinksOf } from '../account-links/use-account-links.ts'
import { DecisionsList } from '../decisions/decisions-list.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { Timeline } from './timeline.tsx'

/** Decisions and linked accounts appear together, so that neither moves the other while it loads. */
export function Records({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const links = useLinksOf(id, useMay()('decide'))
  const isLoading = [useDecisions(id), links].some((query) => query.isLoading)
  if (isLoading) return <Spinner label={t`Loading user…`} />
  return (
    <>
      <DecisionsList id={id} />
      <LinksOf id={id} links={links.data ?? []} />
      <Timeline id={id} name={name} />
    </>
  )
}
