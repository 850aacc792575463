import type { OwnTax, TaxResidence } from '@chuma/contract/books/tax'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Section } from '../../ui/page/section.tsx'

/** Residence and KRA PIN. Both count for payments that leave from now on. */
export function TaxDetails({ tax }: { tax: OwnTax }) {
  const t = useT()
  return (
    <Section title={t('tax.details')} text={t('tax.detailsText')}>
      <ResidenceForm residence={tax.residence} />
      <PinForm maskedPin={tax.maskedPin} />
    </Section>
  )
}

function useSave(onFailed: (error: unknown) => boolean = () => false) {
  const t = useT()
  const utils = trpc.useUtils()
  return trpc.wallet.setTaxDetails.useMutation({
    onSuccess: (tax) => {
      utils.wallet.getTax.setData(undefined, tax)
      showToast({ kind: 'success', title: t('tax.saved'), message: t('tax.savedText') })
    },
    onError: (error) => {
      if (onFailed(error)) return
      const message = serverMessage(error, t('state.failedText'))
      showToast({ kind: 'error', title: t('tax.notSaved'), message })
    },
  })
}

function ResidenceForm({ residence }: { residence: TaxResidence }) {
  const t = useT()
  const [chosen, setChosen] = useState(residence)
  const save = useSave()
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('tax.residence')}
        description={t('tax.residenceHint')}
        value={chosen}
        onChange={(value) => setChosen(value === 'resident' ? 'resident' : 'non-resident')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="resident" label={t('taxResidence.resident')} />
          <Radio value="non-resident" label={t('taxResidence.non-resident')} />
        </Stack>
      </Radio.Group>
      {chosen !== residence && (
        <Group>
          <Button loading={save.isPending} onClick={() => save.mutate({ residence: chosen })}>
            {t('tax.saveResidence')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function PinForm({ maskedPin }: { maskedPin: string | null }) {
  const t = useT()
  const form = useForm({ initialValues: { pin: '' } })
  const save = useSave((error) => showFieldErrors(form, error))
  return (
    <form
      onSubmit={form.onSubmit(({ pin }) => save.mutate({ pin }, { onSuccess: () => form.reset() }))}
      noValidate
    >
      <Stack gap="sm">
        {maskedPin && <Text>{t('tax.pinSaved', { pin: maskedPin })}</Text>}
        <TextInput
          label={t(maskedPin ? 'tax.newPin' : 'tax.pin')}
          description={t('tax.pinHint')}
          placeholder="A123456789B"
          autoComplete="off"
          maxLength={20}
          {...form.getInputProps('pin')}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('tax.savePin')}
          </Button>
          {maskedPin && (
            <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ pin: null })}>
              {t('tax.removePin')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
