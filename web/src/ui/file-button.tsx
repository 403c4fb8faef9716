import type { InputHTMLAttributes, ReactNode } from 'react'
import { buttonClass, Spin } from './button.tsx'

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'aria-describedby' | 'aria-invalid'> & {
  /** What the button says, if it differs from what it shows. */
  label: string
  children?: ReactNode
  size?: 'sm' | 'md'
  busy?: boolean
  onFile: (file: File) => void
}

/** A button that chooses a file. The input lies over it, so that it works by keyboard and with a dropped file. */
export const FileButton = ({ label, children = label, size = 'md', busy = false, onFile, ...input }: Props) => (
  <label
    className={buttonClass(
      'quiet',
      size,
      'relative cursor-pointer justify-self-start has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
    )}
  >
    {busy && <Spin />}
    {children}
    <input
      type="file"
      className="absolute inset-0 cursor-pointer opacity-0"
      aria-label={label}
      disabled={busy}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        // The same file can be chosen again.
        target.value = ''
        if (file) onFile(file)
      }}
      {...input}
    />
  </label>
)
