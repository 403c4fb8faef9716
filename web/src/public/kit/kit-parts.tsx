import { Check, Download, Flag, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { CommandPalette } from '../../ui/command-palette.tsx'
import { Dialog, dialogEndClass } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch, Tick } from '../../ui/tick.tsx'
import { Menu, Tabs, Tooltip } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge, Note, Skeleton, Spinner } from '../../ui/pieces.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { Pager, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'

const row = 'flex flex-wrap items-center gap-3'

export const Buttons = () => (
  <>
    <div className={row}>
      <Button>Primary</Button>
      <Button tone="quiet">Quiet</Button>
      <Button tone="soft">Soft</Button>
      <Button tone="ghost">Ghost</Button>
    </div>
    <div className={row}>
      <Button tone="danger">Danger</Button>
      <Button tone="danger-solid">Delete it</Button>
      <Button disabled>Disabled</Button>
      <Button busy>Sending</Button>
    </div>
    <div className={row}>
      <Button size="sm">Small</Button>
      <Button size="lg">Large</Button>
      <IconButton label="Download" tone="quiet">
        <Download size={20} aria-hidden="true" />
      </IconButton>
    </div>
  </>
)

export const Fields = () => (
  <>
    <TextField label="First name" hint="Others see it." defaultValue="Maximiliana-Theodora" />
    <TextField label="Email" error="Please give an e-mail address." defaultValue="zoe@" />
    <PasswordField label="Password" show="Show password" hide="Hide password" defaultValue="walk along the water" />
    <TextArea label="About you" optional="(optional)" rows={3} />
  </>
)

export const Choices = () => (
  <>
    <SelectField label="Language">
      <option>English</option>
      <option>Deutsch</option>
    </SelectField>
    <Tick label="Show when I was last active" defaultChecked />
    <Tick label="I agree to the terms." error="Please agree to the terms to join." />
    <Tick type="radio" name="kit-radio" label="A long relationship" defaultChecked />
    <Tick type="radio" name="kit-radio" label="Still finding out" />
    <Switch label="Pause my profile" hint="Nobody finds you; your matches stay." defaultChecked />
  </>
)

export const Notes = () => (
  <>
    <Note>Your place is kept only to about a mile.</Note>
    <Note tone="positive">Your address is confirmed.</Note>
    <Note tone="warning">Never send money to someone you have not met.</Note>
    <Note tone="danger">You don't have admin privileges to access this panel.</Note>
    <div className={row}>
      <Button
        tone="quiet"
        size="sm"
        onClick={() =>
          toast({ text: 'Passed on Zoë', undo: { label: 'Undo', run: () => toast({ text: 'Back again' }) } })
        }
      >
        A toast
      </Button>
      <Button
        tone="quiet"
        size="sm"
        onClick={() => toast({ text: 'Network error. Please check your internet connection.', bad: true })}
      >
        A bad one
      </Button>
    </div>
  </>
)

export const People = () => (
  <>
    <div className={row}>
      <Avatar name="Zoë" src="/people/zoe.svg#svgView(viewBox(130,150,520,520))" size={56} />
      <Avatar name="Łukasz" />
      <Avatar name="ليلى" size={32} />
    </div>
    <div className={row}>
      <Badge>Free</Badge>
      <Badge tone="positive">
        <Check className="icon" aria-hidden="true" />
        resolved
      </Badge>
      <Badge tone="warning">pending</Badge>
      <Badge tone="danger">rejected</Badge>
      <Badge tone="info">in_progress</Badge>
      <Badge tone="accent">Premium</Badge>
      <Badge tone="line">Admin</Badge>
    </div>
    <Spinner label="Loading users data..." />
    <div className="grid gap-2">
      <Skeleton width="60%" label="Loading" />
      <Skeleton width="90%" />
      <Skeleton height="6rem" />
    </div>
  </>
)

const Small = () => (
  <>
    <Menu
      trigger={<Button tone="quiet">Menu</Button>}
      items={[
        { label: 'Report', icon: <Flag size={18} />, onSelect: () => {} },
        { label: 'Block', icon: <Trash2 size={18} />, danger: true, onSelect: () => {} },
      ]}
    />
    <Tooltip text="What this is">
      <Button tone="quiet">Tooltip</Button>
    </Tooltip>
  </>
)

export function Overlays() {
  const [open, setOpen] = useState(false)
  const [side, setSide] = useState(false)
  const close = (set: (open: boolean) => void) => (
    <span className={dialogEndClass}>
      <Button onClick={() => set(false)}>Done</Button>
    </span>
  )
  return (
    <>
      <div className={row}>
        <Button tone="quiet" onClick={() => setOpen(true)}>
          Dialog
        </Button>
        <Button tone="quiet" onClick={() => setSide(true)}>
          Sheet
        </Button>
        <Small />
      </div>
      <p>
        <kbd>Ctrl</kbd> <kbd>K</kbd> opens the command palette.
      </p>
      <Tabs
        label="Likes"
        tabs={[
          { id: 'a', label: 'Liked you', content: 'Three people' },
          { id: 'b', label: 'You liked', content: 'Nobody yet' },
        ]}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Deactivate Zoë Lindqvist?"
        close="Close"
        footer={close(setOpen)}
      >
        <p>Hidden from discovery at once.</p>
      </Dialog>
      <Dialog open={side} onOpenChange={setSide} title="Filters" close="Close" side footer={close(setSide)}>
        <p>In from the edge.</p>
      </Dialog>
      <CommandPalette
        words={{ title: 'Commands', placeholder: 'Search for anything', nothing: 'Nothing by that name' }}
        commands={['Dashboard', 'Users', 'Reports'].map((name) => ({
          id: name,
          name,
          icon: <Users size={18} aria-hidden="true" />,
          run: () => toast({ text: name }),
        }))}
      />
    </>
  )
}

const reports = [
  {
    id: '77be02',
    description: 'A very long description that has to be cut somewhere, since a row is one line high',
    status: 'pending',
    replies: 0,
  },
  { id: 'a41f9c', description: 'Selected row', status: 'resolved', replies: 13 },
]

export function Tables() {
  const [page, setPage] = useState(1)
  return (
    <div className="grid gap-4 xl:grid-cols-[1fr_20rem]">
      <section className="card grid gap-3 p-0!">
        <Table
          caption="Reports"
          rows={reports}
          keyOf={({ id }) => id}
          columns={[
            { head: 'ID', cell: ({ id }) => <span className="tabular-nums tracking-[0.01em]">{id}</span> },
            {
              head: 'Description',
              cell: ({ description }) => <span className="min-w-0 truncate block max-w-96">{description}</span>,
            },
            {
              head: 'Status',
              cell: ({ status }) => <Badge tone={status === 'pending' ? 'warning' : 'positive'}>{status}</Badge>,
            },
            { head: 'Replies', right: true, cell: ({ replies }) => replies },
          ]}
        />
        <div className="flex px-4 pb-3">
          <Pager page={page} pages={35} label="Pages" previous="Previous page" next="Next page" onPage={setPage} />
        </div>
        <EmptyState
          title="No reports found matching your criteria."
          action={<Button tone="quiet">Clear the filters</Button>}
        />
      </section>
      <div className="grid content-start gap-4">
        <StatCard
          label="Total Users"
          value="1,284,092"
          detail="412 new this month"
          icon={<Users className="icon" aria-hidden="true" />}
        />
        <StatCard label="Average response time" value="N/A" />
      </div>
    </div>
  )
}
