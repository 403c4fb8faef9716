import { Check, Download } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AnswerTile, ChoiceTile, tilesClass } from '../../ui/choice-tile.tsx'
import { CodeBoxes } from '../../ui/code-boxes.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch, Tick } from '../../ui/tick.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, Note, Skeleton, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'

export const row = 'flex flex-wrap items-center gap-3'

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
        <Download size={20} />
      </IconButton>
    </div>
  </>
)

export const Fields = () => (
  <>
    <TextField label="First name" hint="Others see it." defaultValue="Maximiliana-Theodora" />
    <TextField label="Email" error="Please enter an email address." defaultValue="zoe@" />
    <PasswordField label="Password" defaultValue="walk along the water" />
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
    <Tick type="radio" name="kit-radio" label="Long-term" defaultChecked />
    <Tick type="radio" name="kit-radio" label="Still figuring it out" />
    <Switch label="Pause my profile" hint="You’re hidden, and you keep your matches." defaultChecked />
  </>
)

export function Tiles() {
  const [code, setCode] = useState('123')
  return (
    <>
      <div className={tilesClass}>
        <ChoiceTile type="checkbox" label="Women" defaultChecked />
        <ChoiceTile type="checkbox" label="Men" hint="With a hint" />
        <ChoiceTile name="kit-tile" label="One of several" aria-invalid />
        <AnswerTile label="Long-term" isCurrent />
        <AnswerTile label="Prefer not to say" />
      </div>
      <CodeBoxes label="Code" value={code} onChange={setCode} onComplete={(text) => toast({ text })} />
    </>
  )
}

export const Notes = () => (
  <>
    <Note>We only store your location to within about a mile.</Note>
    <Note tone="positive">Your email is confirmed.</Note>
    <Note tone="warning">Never send money to someone you haven’t met.</Note>
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
        <Check className="icon" />
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
