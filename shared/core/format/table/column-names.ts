// Names of columns that hold no items, in English, German, French and Spanish, without accents, case and marks.
import { plainName } from './names.ts';

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
/** Whose row it is where several columns hold ids: a person has several visits. */
export const isPersonId = (name: string): boolean =>
  /(?:pat|pac|person|subject|client|customer|kunde|member|user|anon)/.test(plainName(name));
