// Names of columns, in the words of hospitals, shops and statistics packages. A name that is not known is never guessed at.

const WHO =
  't|trans|transaction|basket|cart|user|session|visit|patient|pat|person|pers|subject|encounter|admission|stay|hadm|icustay|case|fall|episode|record|row|order|invoice|bill|customer|cust|kunde|kunden|client|member|household|respondent|participant|study|seq|paciente|pacientes|sejour|venue|dossier|consulta|consultation|episodio|aufenthalt|aufnahme|besuch|bon|beleg|rechnung|warenkorb|transaktion|bestellung|panier|ticket|pedido|commande|cliente|mitglied|benutzer|usuario|persona|personne|historia|adherent|proband|teilnehmer';
const NUMBER = 'id|ids|no|nr|num|number|nummer|numero|uuid|guid|identifier|identifiant|identificador|kennung|schlussel|key';
const ID = new RegExp(
  `^(?:(?:${WHO})?(?:${NUMBER})|(?:${NUMBER})(?:de)?(?:${WHO})|(?:${WHO})(?:code|pseudonym|hash)|pid|ipp|nhc|pseudonym|paciente|sejour|episodio|panier|warenkorb|ticket|pedido|eid|transaction|basket|visit|patient|person|encounter|case|user|session|customer|subject|episode|mrn|seqn|patid|visitid)$`,
);
const ITEM =
  /^(?:item|term|code|product|diagnos[a-z]*|dx|dg|icd[a-z]*|procedure|proc|drug|med|medication|medicine|atc|ndc|symptom|disease|condition|finding|complaint|article|artikel|sku|keyword|tag|query|value|label|concept|snomed|event|service|genre|ingredient|problem|allergy|erkrankung|diagnostico|krankheit|cim|cie10|ops|atc|ccam|acte|produit|producto|produkt|articulo|ware|prozedur|medikament|wirkstoff|medicament|maladie|enfermedad|sintoma|symptome|befund|hauptdiag|nebendiag|dp$|das|motif)/;

const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** `visit_id`, `Patient No.`, `HADM_ID`: a column that says whose row it is. */
export const isIdName = (name: string): boolean => ID.test(plainName(name));

/** `diagnosis`, `icd10_code`, `Item Name`: a column of items. */
export const isItemName = (name: string): boolean => {
  const plain = plainName(name);
  return !isIdName(name) && ITEM.test(plain) && !BESIDE.test(plain);
};

const BESIDE =
  /(?:version|type|typ|art|seq(?:uence|num)?|order|rank|rang|position|pos|seite|date|datum|time|count|anzahl|menge|quantity|qty|preis|price|prix|precio|dosis|dose|unit|einheit|system)$/;

/** `dx1`, `Diagnosis.12`, `item_3`: the stem of a numbered column. */
export function stemOf(name: string): string | null {
  // From its end: as one expression it takes the square of a name that is as long as a page.
  const whole = name.trim();
  const before = endBefore(whole, whole.length, (character) => character >= '0' && character <= '9');
  if (before === whole.length) return null;
  const stem = plainName(
    whole.slice(
      0,
      endBefore(whole, before, (character) => ' _.-'.includes(character)),
    ),
  );
  return /\p{L}/u.test(stem) ? stem : null;
}

function endBefore(text: string, from: number, isPart: (character: string) => boolean): number {
  let end = from;
  while (end > 0 && isPart(text.charAt(end - 1))) end -= 1;
  return end;
}

const END = /^(?:source|target|from|to|src|dst|start|end|(?:node|id|user|person|friend)[_-]?[12ab])$/i;

/** Where the two ends of an edge stand, in a table that names them; else null. */
export function edgeEnds(names: readonly string[]): readonly [number, number] | null {
  const [one, other, ...more] = [...names.keys()].filter((at) => END.test(names[at].trim()));
  return one !== undefined && other !== undefined && more.length === 0 ? [one, other] : null;
}

export const EDGES = 'A list of edges is a graph where --kind graph says so (docs/graphs.md)';

/** Tables that hold something else than items, by their names: what to do with them. */
export function elsewhereOf(names: readonly string[]): string | null {
  const has = (name: RegExp): boolean => names.some((each) => name.test(each.trim()));
  if (has(/^(?:anonid|user.?id|user)$/i) && has(/^query$/i))
    return 'A log of searches is published by unveil anonymise: its --help has the method, under query logs';
  if (has(/^lat(?:itude)?$/i) && has(/^(?:lon|lng|long|longitude)$/i))
    return 'Positions are published as regions, from JSON Lines, by unveil anonymise: its --help has the methods, under positions';
  if (edgeEnds(names) !== null) return EDGES;
  return null;
}

// Names of columns that hold no items, in English, German, French and Spanish, without accents, case and marks.

const IDENTIFIER =
  /^(?:name|fullname|(?:patient(?:en)?|first|last|given|family|sur|middle|nach|vor|familien|geburts|maiden)name|nom|prenom|nom(?:de)?(?:famille|naissance|patient)|nombre|nombres|apellidos?|nombrepaciente|paciente(?:nombre)|e?mail(?:address|adresse)?|courriel|correo(?:electronico)?|(?:tele?)?(?:phone|fon|fono)(?:number|nummer)?|telefone?|tel(?:nr)?|mobile?|handy(?:nummer)?|fax|(?:street)?address|adresse|anschrift|strasse(?:hausnummer|nr)?|street|rue|direccion|domicilio|calle|ssn|socialsecurity(?:number|no)?|nino|nhs(?:number|no)?|(?:kranken)?versicherten?(?:nummer|nr)|kvnr|versnr|insurance(?:number|no|id)|nir|numsecu|numerosecu(?:rite)?(?:sociale)?|dni|nif|nie|nss|iban|passport(?:number|no)?|reisepass(?:nr)?|steuer(?:id|nummer)|creditcard|kreditkarte|ip(?:address|adresse)?|kennzeichen|licenseplate)$/;
const PERSONAL =
  /^(?:age|ageyears|ageat.*|alter|alterjahre|edad|agegroup|altersgruppe|altersklasse|sex|gender|geschlecht|geschl|sexe|sexo|genre|genero|zip|zipcode|postcode|postalcode|plz|postleitzahl|wohnplz|codepostal|cp|codigopostal|(?:date|year|month)?(?:of)?birth(?:date|year|day)?|dob|yob|geburtsdatum|gebdat|gebjahr|geburtsjahr|geburtstag|datenaissance|naissance|annenaissance|anneenaissance|ddn|fechanac(?:imiento)?|anonacimiento|race|ethnicity|ethnie|etnia|religion|konfession|nationality|nationalitat|staatsangehorigkeit|nationalite|nacionalidad|nativecountry|country|land|pays|pais|region|county|state|bundesland|kanton|canton|kreis|landkreis|departement|departamento|provincia|comunidad|city|town|ort|wohnort|stadt|ville|ciudad|commune|municipio|gemeinde|marital(?:status)?|familienstand|etatcivil|situationfamiliale|estadocivil|occupation|job|beruf|profession|profesion|ocupacion|education|bildung|schulabschluss|workclass|height|weight|grosse|gewicht|taille|poids|peso|altura|talla|bmi)$/;
const LABEL =
  /(?:text|texte|texto|bezeichnung|beschreibung|klartext|name|label|libelle|lib|description|descripcion|desc|descr|designation|denominacion|title|titel|titre|titulo|long|short|display|term)$/;
const TIME =
  /(?:date|datum|dat|fecha|time|zeit|uhrzeit|heure|hora|timestamp|year|jahr|annee|ano|month|monat|mois|mes|von|bis|beginn|ende|admit|discharge|entree|sortie|ingreso|alta|aufnahme|entlassung)$/;

/** `Nachname`, `e-mail`, `DNI`: it says by itself who a person is. */
export const isIdentifierName = (name: string): boolean => IDENTIFIER.test(plainName(name));
/** `age`, `PLZ`, `Date de naissance`: others know it of a person. */
export const isPersonalName = (name: string): boolean => PERSONAL.test(plainName(name));
/** `ICD_Text`, `Bezeichnung`, `libellé`: the meaning of a code in another column. */
export const isLabelName = (name: string): boolean => LABEL.test(plainName(name).replace(/\d+$/, ''));
export const isTimeName = (name: string): boolean => TIME.test(plainName(name));
/** A person's id, preferred if several columns hold ids: a person has several visits. */
export const isPersonId = (name: string): boolean =>
  /(?:pat|pac|person|subject|client|customer|kunde|member|user|anon)/.test(plainName(name));

/** `count`, `Anzahl`, `effectif`: how many people a row of published counts is about. */
export const isCountName = (name: string): boolean =>
  /^(?:n|counts?|number|people|persons|cases|freq|frequency|anzahl|fallzahl|haufigkeit|personen|nombre|effectif|frecuencia|casos|personas)$/.test(
    plainName(name),
  );

/** `Total`, `Insgesamt`: a row of published counts that sums over the column. */
export const isTotal = (value: string): boolean =>
  /^(?:total|totals|all|any|sum|gesamt|insgesamt|summe|alle|ensemble|tous|todos)$/i.test(value.trim());
