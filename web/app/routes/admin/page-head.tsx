import { PageMeta } from '../../components/layout/page-meta.tsx'
import { type Outcome, RefusalErrors } from '../../forms.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

interface Props {
  title: string
  lead: string
  /** Of an act that has no form of its own to say why it was refused. */
  outcome?: Outcome | undefined
}

/** The beginning of a page: what it is, what it is for, and why something was refused. */
export function PageHead({ title, lead, outcome }: Props) {
  return (
    <>
      <PageMeta title={title} hidden />
      <PageTitle>{title}</PageTitle>
      <p className="page-lead">{lead}</p>
      <RefusalErrors refusal={outcome?.ok === false ? outcome : undefined} />
    </>
  )
}
