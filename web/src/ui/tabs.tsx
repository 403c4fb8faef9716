import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export function Tabs({ tabs, label }: { tabs: { id: string; label: string; content: ReactNode }[]; label: string }) {
  return (
    <RadixTabs.Root defaultValue={tabs[0]?.id ?? ''} className="grid gap-4">
      <RadixTabs.List className={styles['tabs']} aria-label={label}>
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
