import type { UseFormReturnType } from '@mantine/form'
import { TRPCClientError } from '@trpc/client'
import { expect, test, vi } from 'vitest'
import { inside, showFieldErrors } from './show-field-errors.ts'

const refusal = (fieldErrors: Record<string, string[]>) =>
  new TRPCClientError('Check the fields', { result: { error: { data: { fieldErrors } } } as never })

function makeForm(values: Record<string, unknown>) {
  const input = { focus: vi.fn() }
  const form = { getValues: () => values, setErrors: vi.fn(), getInputNode: vi.fn(() => input) }
  return { ...form, input, form: form as unknown as UseFormReturnType<Record<string, unknown>> }
}

test('every refused field shows its first problem, and the first of them has the focus', () => {
  const { form, setErrors, getInputNode, input } = makeForm({ name: '', tags: [] })
  const error = refusal({ name: ['Too long', 'Required'], 'tags.0': ['Unknown'], empty: [] })
  expect(showFieldErrors(form, error)).toBe(true)
  expect(setErrors).toHaveBeenCalledWith({ name: 'Too long', 'tags.0': 'Unknown' })
  expect(getInputNode).toHaveBeenCalledWith('name')
  expect(input.focus).toHaveBeenCalledOnce()
})

test('a refusal of a field that the form does not have is left to a toast', () => {
  const { form, setErrors } = makeForm({ reason: '' })
  expect(showFieldErrors(form, refusal({ version: ['Changed'] }))).toBe(false)
  expect(showFieldErrors(form, new Error('no network'))).toBe(false)
  expect(setErrors).not.toHaveBeenCalled()
})

test('a form whose fields are one part of the call shows the problems of that part', () => {
  const { form, setErrors } = makeForm({ date: '' })
  expect(showFieldErrors(form, refusal({ 'mapping.date': ['No such column'] }), inside('mapping'))).toBe(true)
  expect(setErrors).toHaveBeenCalledWith({ date: 'No such column' })
})
