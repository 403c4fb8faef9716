import { Tabs as RadixTabs } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { useDirection } from './direction.ts'
import styles from './tabs.module.css'

type Props = { tabs: { id: string; label: string; content: ReactNode }[]; label: string; start?: string }

/** `start` is the tab that is open initially, if not the first. */
export function Tabs({ tabs, label, start = tabs[0]?.id ?? '' }: Props) {
  const direction = useDirection()
  // Radix moves the focus itself, so the browser would show its ring after a tap as well.
  const [isByPointer, setByPointer] = useState(false)
  return (
    <RadixTabs.Root defaultValue={start} dir={direction} className="grid gap-4">
      <RadixTabs.List
        className={styles['tabs']}
        aria-label={label}
        data-pointer={isByPointer || undefined}
        onPointerDownCapture={() => setByPointer(true)}
        onKeyDownCapture={() => setByPointer(false)}
      >
        {tabs.map(({ id, label: name }) => (
          <RadixTabs.Trigger key={id} value={id}>
            {name}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map(({ id, content }) => (
        <RadixTabs.Content key={id} value={id}>
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
