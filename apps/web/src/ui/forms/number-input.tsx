import { type ReadAmount, readAmount } from '@chuma/contract/read-amount'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'

type Form = {
  /** The currency that may be typed with the number. Without it: none. */
  currency?: 'KES' | 'USD' | undefined
  /** False: whole numbers only. */
  allowDecimal?: boolean
  /** The most behind the point. Without it: as many as typed. */
  decimalScale?: number | undefined
  allowNegative?: boolean | undefined
  thousandSeparator?: string | undefined
  prefix?: string | undefined
  suffix?: string | undefined
}
type Props = Omit<TextInputProps, 'value' | 'onChange' | 'prefix'> &
  Form & {
    value?: number | string | undefined
    /** The number; an empty text; or, unchanged, a text that is not a number, which every schema refuses. */
    onChange?: (value: number | string) => void
  }

/** The one field for amounts and other numbers: reads digit groups as people type them, and refuses what has two readings. */
export function NumberInput(props: Props) {
  const { value, onChange, onBlur, error, ...rest } = props
  const {
    allowDecimal = true,
    decimalScale,
    allowNegative,
    thousandSeparator,
    prefix,
    suffix,
    currency,
    ...input
  } = rest
  const form = { allowDecimal, decimalScale, allowNegative, thousandSeparator, prefix, suffix, currency }
  const t = useT()
  // What the person typed, and what the page made of it. Once the page has another value, that is shown.
  const [typed, setTyped] = useState<{ text: string; made?: { of: Props['value'] } } | null>(null)
  const [isTyping, setIsTyping] = useState(false)
  if (typed && !typed.made) setTyped({ ...typed, made: { of: value } })
  const isShown = typed !== null && (!typed.made || Object.is(typed.made.of, value))
  const text = isShown ? typed.text : write(value, form)
  const problem = isShown ? readTyped(typed.text, form).problem : undefined
  return (
    <TextInput
      inputMode={allowDecimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...input}
      ref={useNoSubmit(problem !== undefined, () => setIsTyping(false))}
      error={problem && !isTyping ? t(`number.${problem}`) : error}
      value={text}
      onChange={({ currentTarget }) => {
        setIsTyping(true)
        setTyped({ text: currentTarget.value })
        onChange?.(readTyped(currentTarget.value, form).value)
      }}
      onBlur={(event) => {
        setIsTyping(false)
        if (problem === undefined) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

/** A form with a number that cannot be read is not sent, whichever way the page reads its values. */
function useNoSubmit(isBlocked: boolean, onBlocked: () => void) {
  const showProblem = useEffectEvent(onBlocked)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { current: input } = ref
    const form = input?.form
    if (!isBlocked || !form) return
    const block = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      input.focus()
      showProblem()
    }
    form.addEventListener('submit', block, { capture: true })
    return () => form.removeEventListener('submit', block, { capture: true })
  }, [isBlocked])
  return ref
}

type Problem = Extract<ReadAmount, { problem: string }>['problem']

/** Read a typed number. A text that is none comes back as it is. */
function readTyped(text: string, form: Form): { value: number | string; problem?: Problem } {
  const { decimalScale = 10, allowNegative = true, prefix = '', suffix = '', currency } = form
  const start = prefix.trim()
  const end = suffix.trim()
  let bare = text.trim()
  if (start && bare.startsWith(start)) bare = bare.slice(start.length)
  if (end && bare.endsWith(end)) bare = bare.slice(0, -end.length)
  if (bare.trim() === '') return { value: '' }
  const read = readAmount(bare, {
    ...(currency && { currency }),
    decimals: form.allowDecimal ? decimalScale : 0,
  })
  if ('problem' in read) return { value: text, problem: read.problem }
  if (read.amount < 0 && !allowNegative) return { value: text, problem: 'NOT_AN_AMOUNT' }
  return { value: read.amount }
}

function write(value: Props['value'], { thousandSeparator, prefix = '', suffix = '' }: Form): string {
  if (value === undefined || value === '' || Number.isNaN(value)) return ''
  const [whole = '', decimals] = String(value).split('.')
  const grouped = thousandSeparator ? whole.replace(/\B(?=(\d{3})+$)/g, thousandSeparator) : whole
  return `${prefix}${decimals === undefined ? grouped : `${grouped}.${decimals}`}${suffix}`
}

/** The one way to choose a day: the device's own calendar, which knows the reader's language. Holds `2026-11-21`. */
export function DayField(props: Omit<TextInputProps, 'type'>) {
  return <TextInput type="date" {...props} />
}
