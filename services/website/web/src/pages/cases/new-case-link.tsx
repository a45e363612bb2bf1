import { ButtonLink } from '../../shared/app-link.tsx';
import { casesWords as words } from '../../wording/cases.ts';

/** A link with the role of a button, which is what people and tests look for. */
export function NewCaseLink() {
  return (
    <ButtonLink to="/cases/new" role="button">
      {words.newCase}
    </ButtonLink>
  );
}
