import type { DuplicatePhoto, DuplicatePhotoOutcome } from '@kindred/contract/moderation/picture-sweep'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { LoadOlder } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { DuplicatePhotoCard } from './duplicate-photo-card.tsx'
import { useDecideDuplicate, useDuplicatePhotos } from './use-duplicate-photos.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'

type Input = { note?: string; remember: boolean }
type Props = { id: string; name: string; onClose: () => void; onGo: (input: Input) => void }

function FakeDialog({ id, name, onClose, onGo }: Props) {
  const { t } = useLingui()
  const entered = useFormDraft(`fake.${id}`, { note: '', remember: true })
  const { note, remember } = entered.value
  const go = () => {
    entered.forget()
    onGo({ remember, ...(note.trim() ? { note: note.trim() } : {}) })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t`Mark ${name}’s photo as fake?`}
      onCancel={entered.forgetAnd(onClose)}
      go={t`Mark as fake`}
      onGo={go}
    >
      <Unsaved of={entered} />
      <TextArea
        label={t`Note`}
        optional={t`(optional)`}
        data-first
        rows={3}
        maxLength={300}
        value={note}
        onChange={({ target }) => entered.change({ note: target.value })}
      />
      <Tick
        label={t`Find this photo on other accounts`}
        checked={remember}
        onChange={({ target }) => entered.change({ remember: target.checked })}
      />
    </Dialog>
  )
}

function useQueue(isOpen: boolean) {
  const query = useDuplicatePhotos(isOpen)
  const decide = useDecideDuplicate()
  const [shown, setShown] = useState<string>()
  const [fake, setFake] = useState<DuplicatePhoto>()
  const pictures = query.data?.pages.flatMap(({ data }) => data.pictures) ?? []
  const toggle = ({ _id }: DuplicatePhoto) => setShown(shown === _id ? undefined : _id)
  const choose = (picture: DuplicatePhoto, outcome: DuplicatePhotoOutcome) => {
    // A fake needs a note first.
    if (outcome === 'fake') setFake(picture)
    else if (outcome !== picture.state) decide.mutate({ picture, outcome })
  }
  const keys = useListKeys({
    rows: pictures,
    keyOf: ({ _id }) => _id,
    on: {
      Enter: toggle,
      a: (picture) => choose(picture, 'same_person'),
      r: (picture) => choose(picture, 'fake'),
      x: (picture) => choose(picture, 'dismissed'),
    },
  })
  return { query, pictures, decide, shown, toggle, fake, setFake, choose, at: keys.at }
}

export function DuplicatePhotos() {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(true)
  const { query, pictures, decide, shown, toggle, fake, setFake, choose, at } = useQueue(isOpen)
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">
        <Trans>
          Nothing happens to these accounts automatically. To restrict one, open its page after you review it here.
        </Trans>
      </p>
      <FilterSelect
        label={t`Show`}
        options={[
          { value: 'open', name: t({ message: 'Open', context: 'state' }) },
          { value: 'all', name: t`All` },
        ]}
        value={isOpen ? 'open' : 'all'}
        onChange={(value) => setIsOpen(value === 'open')}
      />
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading photos…`} />}
      {query.isSuccess && pictures.length === 0 && <EmptyState title={t`No photos to compare`} />}
      {pictures.map((picture, index) => (
        <DuplicatePhotoCard
          key={picture._id}
          picture={picture}
          isCurrent={index === at}
          isShown={shown === picture._id}
          onShow={() => toggle(picture)}
          onDecide={(outcome) => choose(picture, outcome)}
        />
      ))}
      <LoadOlder query={query}>{t`Older photos`}</LoadOlder>
      {fake && (
        <FakeDialog
          id={fake._id}
          name={fake.later.user.name}
          onClose={() => setFake(undefined)}
          onGo={(input) => {
            setFake(undefined)
            decide.mutate({ picture: fake, outcome: 'fake', ...input })
          }}
        />
      )}
    </div>
  )
}
