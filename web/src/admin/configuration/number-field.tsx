import { type ComponentProps, useState } from 'react'
import { useDecimals } from '../../ui/decimals.ts'
import { TextField } from '../../ui/field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'> & {
  /** NaN for an empty field. */
  value: number
  /** The number that an empty field stands for. Without one, the server refuses an empty field. */
  usual?: number
  /** For a number that is stored in another unit. */
  parse?: (typed: number) => number
  write?: (value: number) => string
  /** For amounts of money, with the reader’s separator. */
  isAmount?: boolean
  onChange: (value: number) => void
}

/** A number as it is typed. The server refuses what isn’t allowed, such as a fraction. */
export function NumberField({
  value,
  usual = NaN,
  parse = (typed) => typed,
  write = String,
  isAmount = false,
  onChange,
  ...field
}: Props) {
  const decimals = useDecimals()
  const written = Number.isNaN(value) ? '' : isAmount ? decimals.written(write(value)) : write(value)
  const [text, setText] = useState(written)
  const numberIn = (typed: string) => (typed === '' ? usual : parse(decimals.read(typed)))
  return (
    <TextField
      {...field}
      // A number field shows the separator of the browser’s language.
      {...(isAmount ? { inputMode: 'decimal' } : { type: 'number' })}
      value={Object.is(numberIn(text), value) ? text : written}
      onChange={({ target }) => {
        const typed = target.value.replace(/^(-?)0+(?=\d)/, '$1')
        setText(typed)
        onChange(numberIn(typed))
      }}
      // An empty field shows what it stands for.
      onBlur={() => setText(written)}
    />
  )
}
