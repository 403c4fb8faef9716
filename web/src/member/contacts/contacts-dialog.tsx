import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'
import { ContactWords } from './contact-words.tsx'
import { ContactsForm } from './contacts-form.tsx'

/** For people who are joining. */
export default function ContactsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Avoid people you know`} low onClose={onClose}>
      <ContactWords />
      <ContactsForm onDone={onClose} />
    </Dialog>
  )
}
