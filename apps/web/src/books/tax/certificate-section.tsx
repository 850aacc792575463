import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { CertificatePaper } from '../../wallet/tax/certificate-paper.tsx'

type Of = { memberId: string; span: string }

/** A payee's certificate as they see it, with the PIN masked: its check code proves a printed one. */
export function CertificateSection() {
  const t = useT()
  const [of, setOf] = useState<Of>()
  const form = useForm({ initialValues: { memberId: '', span: '' } })
  return (
    <Section title={t('staffTax.certificate')} text={t('staffTax.certificateText')}>
      <form
        onSubmit={form.onSubmit(({ memberId, span }) =>
          setOf({ memberId: memberId.trim(), span: span.trim() }),
        )}
      >
        <Stack>
          <TextInput label={t('staffTax.memberId')} required {...form.getInputProps('memberId')} />
          <TextInput
            label={t('staffTax.span')}
            placeholder="2026-11"
            required
            {...form.getInputProps('span')}
          />
          <Group>
            <Button type="submit" variant="default">
              {t('staffTax.show')}
            </Button>
          </Group>
        </Stack>
      </form>
      {of && <Certificate of={of} />}
    </Section>
  )
}

function Certificate({ of }: { of: Of }) {
  const query = trpc.admin.getTaxCertificateOf.useQuery(of, { retry: false })
  return (
    <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
      {(certificate) => <CertificatePaper certificate={certificate} />}
    </QueryView>
  )
}
