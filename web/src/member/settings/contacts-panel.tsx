import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { contactsQuery } from '../../api/contacts-client.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { Panel } from './panel.tsx'

const Contacts = lazy(() => import('../contacts/contacts.tsx'))

export function ContactsPanel() {
  const { t } = useLingui()
  const query = useQuery(contactsQuery)
  return (
    <Panel id="contacts" title={t`People you know`} lead={t`Add people you’d rather not meet here.`} needs={query}>
      <Suspense fallback={<Skeleton height="3rem" label={t`Loading`} />}>
        {query.data && <Contacts {...query.data.data} />}
      </Suspense>
    </Panel>
  )
}
